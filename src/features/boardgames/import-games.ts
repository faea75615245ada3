import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import { type Catalogue, matchEntries, type NamedEntry } from '#core/catalogues/index.ts';
import {
  assertNotTruncated,
  type ImportOutcome,
  limitWarnings,
  nothingImported,
} from '#platform/import/import-outcome.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { type CatalogueGame, readGames } from './catalogue-file.ts';
import { numberGames } from './library.ts';
import { deleteGame, hasGames, type KnownGame, listAllGames, saveGame } from './store.ts';

/** The catalogue of board games on board (libraries rules B11 to B13). */
export const gamesCatalogue: Catalogue = {
  fileName: 'GamesCatalog.json',
  isEmpty: ({ db }) => !hasGames(db),
  async prepare(_context, text, options) {
    const { numbered, unlinked } = numberGames(await readGames(text));
    const games: FileGame[] = [];
    await forEachYielding(numbered, (game) => games.push(toFileGame(game)));
    const warnings = limitWarnings(unlinked.map(describeMissingBaseGame));
    return (context) => {
      const plan = planImport(listAllGames(context.db), games);
      assertNotTruncated(countLostGames(plan), options);
      if (!options.dryRun) applyPlan(context, plan, options.isSample);
      return { ...countPlan(plan), warnings };
    };
  },
};

/** A game of the file with its number among the games of the same name. */
interface FileGame extends NamedEntry {
  /** JSON. */
  readonly entry: string;
  readonly number: number;
}

const toFileGame = ({ entry, number }: { readonly entry: CatalogueGame; readonly number: number }): FileGame => ({
  name: entry.gameName,
  otherName: entry.bggGameName,
  entry: JSON.stringify(entry),
  number,
});

const describeMissingBaseGame = ({ gameName, expands = '' }: CatalogueGame): string =>
  `"${takeExcerpt(gameName)}" expands "${takeExcerpt(expands)}", which isn't another game in the file: it's imported on its own.`;

interface Pair {
  readonly known: KnownGame;
  /** The entry from the file. */
  readonly game: FileGame;
}

interface Plan {
  readonly added: readonly FileGame[];
  readonly changed: readonly Pair[];
  readonly restored: readonly Pair[];
  readonly unchanged: readonly Pair[];
  readonly deleted: readonly KnownGame[];
}

/** What the import does with each game. */
function planImport(all: readonly KnownGame[], games: readonly FileGame[]): Plan {
  const [present, departed] = [all.filter(({ isPresent }) => isPresent), all.filter(({ isPresent }) => !isPresent)];
  const matches = matchEntries({ present, departed }, games);
  const found = games.flatMap((game, index): Pair[] => {
    const known = matches[index];
    return known ? [{ known, game }] : [];
  });
  const staying = found.filter(({ known }) => known.isPresent);
  const isSame = ({ known, game }: Pair) => game.number === known.number && game.entry === known.entry;
  const foundIDs = new Set(found.map(({ known }) => known.id));
  return {
    added: games.filter((_, index) => matches[index] === undefined),
    changed: staying.filter((pair) => !isSame(pair)),
    unchanged: staying.filter(isSame),
    restored: found.filter(({ known }) => !known.isPresent),
    deleted: present.filter(({ id }) => !foundIDs.has(id)),
  };
}

/** Removing sample games doesn't count as a loss. */
function countLostGames({ deleted, changed, unchanged }: Plan) {
  const lost = deleted.filter(({ isSample }) => !isSample).length;
  const kept = [...changed, ...unchanged].filter(({ known }) => !known.isSample).length;
  return { things: 'games', lost, stored: lost + kept };
}

function applyPlan(context: WriteContext, plan: Plan, isSample: boolean): void {
  const { db } = context;
  const save = (id: string, { entry, number }: FileGame) => saveGame(db, { id, entry, number, isSample });
  for (const game of plan.added) save(randomUUID(), game);
  const ofSample = plan.unchanged.filter(({ known }) => known.isSample !== isSample);
  for (const { known, game } of [...plan.changed, ...plan.restored, ...ofSample]) save(known.id, game);
  for (const { id } of plan.deleted) deleteGame(db, id, context.clock.now());
}

const countPlan = ({ added, changed, restored, deleted, unchanged }: Plan): ImportOutcome => ({
  ...nothingImported,
  added: added.length,
  changed: changed.length,
  restored: restored.length,
  deleted: deleted.length,
  unchanged: unchanged.length,
  changes: [
    ...deleted.map(({ name }) => `deleted "${takeExcerpt(name)}"`),
    ...[...added, ...restored.map(({ game }) => game)].map(({ name }) => `added "${takeExcerpt(name)}"`),
    ...changed.map(({ game }) => `changed "${takeExcerpt(game.name)}"`),
  ],
});
