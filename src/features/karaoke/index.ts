export { songsCatalogue } from './import-songs.ts';
