export { gamesCatalogue } from './import-games.ts';
