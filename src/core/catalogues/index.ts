/**
 * Common code for libraries that are imported from a file: a command, a call and the first start import it in the same
 * steps, entries keep their ids across files, and users have favorites among them.
 *
 * An area declares its `Catalogue`; `importCatalogue` serves the command, `reloadCatalogue` the administrators' call,
 * and `seedCatalogue` belongs in its `prepare`.
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
export { createNumbering, matchEntries, type NamedEntry } from './match-entries.ts';
