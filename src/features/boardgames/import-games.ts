import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import { type Catalogue, matchEntries } from '#core/catalogues/index.ts';
import {
  assertNotCutOff,
  type ImportOutcome,
  limitWarnings,
  nothingImported,
} from '#platform/import/import-outcome.ts';
import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { type CatalogueGame, readGames } from './catalogue-file.ts';
import { invalidateLibrary, numberGames } from './library.ts';
import { hasGames, insertGame, listAllGames, type StoredGame, updateGame } from './store.ts';

/** The games aboard (libraries rules B11 to B13). */
export const gamesCatalogue: Catalogue = {
  fileName: 'GamesCatalog.json',
  isEmpty: ({ db }) => !hasGames(db),
  async prepare(_context, text, options) {
    const { numbered, unlinked } = numberGames(await readGames(text));
    const warnings = limitWarnings(unlinked.map(describeUnlinked));
    return (context) => {
      const plan = planImport(listAllGames(context.db), numbered);
      assertNotCutOff(countLoss(plan), options);
      if (!options.dryRun) applyPlan(context, plan, options.isSample);
      return { ...countPlan(plan), warnings };
    };
  },
};

const describeUnlinked = ({ gameName, expands = '' }: CatalogueGame): string =>
  `"${takeExcerpt(gameName)}" expands "${takeExcerpt(expands)}", which is no other game of the file: it stands alone.`;

/** A game of the file with its number among those of its name. */
interface NumberedGame {
  readonly entry: CatalogueGame;
  readonly number: number;
}

interface Plan {
  readonly added: readonly NumberedGame[];
  /** Known games with what the file says of them. */
  readonly changed: readonly { stored: StoredGame; game: NumberedGame }[];
  readonly restored: readonly { stored: StoredGame; game: NumberedGame }[];
  readonly unchanged: readonly { stored: StoredGame; game: NumberedGame }[];
  readonly deleted: readonly StoredGame[];
}

const isPresent = ({ stored }: { readonly stored: StoredGame }): boolean => stored.deletedAt === null;

const toNamed = ({ entry }: { readonly entry: CatalogueGame }) => ({
  name: entry.gameName,
  otherName: entry.bggGameName,
});

/** What becomes of each game. */
function planImport(all: readonly StoredGame[], games: readonly NumberedGame[]): Plan {
  const named = all.map((stored) => ({ stored, ...toNamed(stored) }));
  const [present, departed] = [named.filter(isPresent), named.filter((one) => !isPresent(one))];
  const known = matchEntries({ present, departed }, games.map(toNamed));
  const pairs = games.map((game, index) => ({ game, stored: known[index]?.stored }));
  const found = pairs.flatMap(({ game, stored }) => (stored ? [{ game, stored }] : []));
  const staying = found.filter(isPresent);
  const isSame = ({ game, stored }: (typeof found)[number]) =>
    game.number === stored.number && JSON.stringify(game.entry) === JSON.stringify(stored.entry);
  const foundIDs = new Set(found.map(({ stored }) => stored.id));
  return {
    added: pairs.filter(({ stored }) => stored === undefined).map(({ game }) => game),
    changed: staying.filter((pair) => !isSame(pair)),
    unchanged: staying.filter(isSame),
    restored: found.filter((pair) => !isPresent(pair)),
    deleted: all.filter(({ id, deletedAt }) => deletedAt === null && !foundIDs.has(id)),
  };
}

/** Games of the sample are no loss. */
function countLoss({ deleted, changed, unchanged }: Plan) {
  const isReal = ({ isSample }: StoredGame) => !isSample;
  const lost = deleted.filter(isReal).length;
  const kept = [...changed, ...unchanged].filter(({ stored }) => isReal(stored)).length;
  return { things: 'games', lost, stored: lost + kept };
}

function applyPlan(context: WriteContext, plan: Plan, isSample: boolean): void {
  const { db } = context;
  for (const { entry, number } of plan.added) insertGame(db, { id: randomUUID(), entry, number, isSample });
  const ofSample = plan.unchanged.filter(({ stored }) => stored.isSample !== isSample);
  for (const { stored, game } of [...plan.changed, ...plan.restored, ...ofSample]) {
    updateGame(db, stored.id, { entry: game.entry, number: game.number, isSample, deletedAt: null });
  }
  for (const { id } of plan.deleted) updateGame(db, id, { deletedAt: context.clock.now() });
  invalidateLibrary(context);
}

const countPlan = ({ added, changed, restored, deleted, unchanged }: Plan): ImportOutcome => ({
  ...nothingImported,
  added: added.length,
  changed: changed.length,
  restored: restored.length,
  deleted: deleted.length,
  unchanged: unchanged.length,
});
