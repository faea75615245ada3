import { type Context, transact, type WriteContext } from '#area/context.ts';
import { createRandom, deriveSeed } from '#crowd/random.ts';
import { indexMissingRows } from '#db/full-text-drift.ts';
import { fezFullText } from '#features/fez/tables.ts';
import { forumsFullText } from '#features/forums/tables.ts';
import { microblogFullText } from '#features/microblog/tables.ts';
import { secondsSince } from '../project.ts';
import type { Person, Sailing, SailingPart } from './part.ts';
import { sailingParts } from './parts.ts';
import { makePeople } from './people.ts';

/** Size and seed of the made-up sailing. */
export interface SailingOptions {
  /** 1 makes a full sailing of 3,000 people on its last day; 0.01 makes one hundredth of it. */
  readonly scale: number;
  /** Multiplies the number of posts that this many people would write; 1 by default. */
  readonly posts?: number;
  /** An integer: the same seed makes the same sailing. */
  readonly seed?: number;
  /** Password of every passenger; `password` by default. */
  readonly password?: string;
  /** Parts to store, in this order; all of them by default. */
  readonly parts?: readonly SailingPart[];
  /** Called regularly with the progress. */
  readonly progress?: (line: string) => void;
}

export const defaultSeed = 7;

/** The sailing begins on the first day of the bench's schedule and has run for a week. */
const firstMoment = Date.UTC(2025, 2, 2, 20);
const milliseconds = 7 * 24 * 60 * 60 * 1000;

const at: Sailing['at'] = (index, count) => new Date(firstMoment + Math.floor((index / count) * milliseconds));

/**
 * Fills an instance that is ready for its first call with a made-up sailing, written directly to the tables. The same
 * seed and scale make the same rows, except for password hashes and the rows of the first start. Returns the
 * passengers.
 */
export async function fillSailing(
  context: Context,
  {
    scale,
    posts = 1,
    seed = defaultSeed,
    password = 'password',
    parts = sailingParts,
    progress = () => {},
  }: SailingOptions,
): Promise<readonly Person[]> {
  const openPart = (name: string) => ({
    context,
    random: createRandom(deriveSeed(seed, name)),
    count: (onWholeSailing: number) => Math.max(1, Math.round(onWholeSailing * scale)),
    countPosts: (onWholeSailing: number) => Math.max(1, Math.round(onWholeSailing * scale * posts)),
    at,
    make: createMaker(context, progress),
  });
  const people = await makePeople({ ...openPart('people'), people: [] }, password);
  fillWithoutTriggers(context, progress, () => {
    for (const part of parts) {
      // These rows bypassed the caches of the areas, which are now stale.
      context.caches.invalidateAll();
      part.fill({ ...openPart(part.name), people });
    }
  });
  context.db.sqlite.exec('ANALYZE');
  context.caches.invalidateAll();
  return people;
}

/** Indexes on posts, whose ids are numbers. */
const postIndexes = [...forumsFullText, ...fezFullText, microblogFullText].filter(({ key }) => key === 'rowid');

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

/**
 * Fills tables without the triggers that invalidate caches, and builds the full-text index of all posts at the end: its
 * triggers would write an index segment per post, which takes five times as long.
 */
function fillWithoutTriggers(context: Context, progress: (line: string) => void, fill: () => void) {
  const { sqlite, watchTables } = context.db;
  const drop = (query: string): readonly Trigger[] => {
    const triggers = sqlite.prepare<[], Trigger>(query).all();
    for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
    return triggers;
  };
  drop("SELECT name, sql FROM sqlite_temp_schema WHERE type = 'trigger'");
  const names = postIndexes.map(({ name }) => `'${name}_insert'`);
  const indexing = drop(`SELECT name, sql FROM sqlite_schema WHERE name IN (${names.join()})`);
  fill();
  for (const { sql } of indexing) sqlite.exec(sql);
  for (const index of postIndexes) {
    const started = performance.now();
    transact(context, ({ db }) => indexMissingRows(db, index));
    progress(`${index.name}, ${secondsSince(started)}`);
  }
  watchTables();
}

/** A post's notifications stay in memory until its transaction ends. */
const rowsPerTransaction = 20_000;
const millisecondsBetweenLines = 5000;

function createMaker(context: Context, progress: (line: string) => void): Sailing['make'] {
  return (what, count, makeOne) => {
    const started = performance.now();
    let reportedAt = started;
    for (let from = 0; from < count; from += rowsPerTransaction) {
      const until = Math.min(count, from + rowsPerTransaction);
      makeSome(context, { from, until, count }, makeOne);
      if (performance.now() - reportedAt < millisecondsBetweenLines) continue;
      reportedAt = performance.now();
      progress(`${format(until)} of ${format(count)} ${what}`);
    }
    progress(`${format(count)} ${what}, ${secondsSince(started)}`);
  };
}

const format = (count: number): string => count.toLocaleString('en');

function makeSome(
  instance: Context,
  { from, until, count }: { from: number; until: number; count: number },
  makeOne: (context: WriteContext, index: number) => void,
): void {
  let index = from;
  const clock = { ...instance.clock, now: () => at(index, count) };
  transact(instance, (context) => {
    const moved = { ...context, clock };
    for (; index < until; index += 1) makeOne(moved, index);
  });
}
