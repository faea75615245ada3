export { exportPeople } from './export-people.ts';
export { importPeople } from './import-people.ts';
export { pack } from './pack.ts';
export { useStoredUpload } from './stored-upload.ts';
