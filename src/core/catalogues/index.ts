/**
 * What libraries have in common that come from a file: a command, a call and the first start take it in by the same
 * steps, things keep their ids from file to file, and users have favorites among them.
 *
 * An area declares its `Catalogue`; `importCatalogue` serves the command, `reloadCatalogue` the call of an administrator,
 * `seedCatalogue` belongs into its `prepare`.
 */
export {
  type Catalogue,
  type CatalogueOptions,
  importCatalogue,
  type PreparedImport,
  reloadCatalogue,
  seedCatalogue,
} from './catalogue.ts';
export { createFavorites, type Favorites } from './favorites.ts';
export { createNumbering, matchEntries, type Named } from './match-entries.ts';
