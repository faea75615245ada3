export { exportPeople } from './export-people.ts';
export { importPeople } from './import-people.ts';
export { pack } from './pack.ts';
export { useFile } from './stored-upload.ts';
