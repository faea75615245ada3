export { exportPeople } from './export-people.ts';
export { useFile } from './held-file.ts';
export { importPeople } from './import-people.ts';
export { pack } from './pack.ts';
