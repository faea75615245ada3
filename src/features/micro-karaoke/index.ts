export { clipFolder, clipNaming } from './clip-files.ts';
export { importSongs } from './import-songs.ts';
