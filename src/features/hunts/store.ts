import { and, asc, count, countDistinct, desc, eq, min, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery } from '#db/prepared.ts';
import {
  type CallInResult,
  type HuntCallInRow,
  type HuntPuzzleRow,
  type HuntRow,
  huntCallIns,
  huntHints,
  huntPuzzles,
  hunts,
} from './tables.ts';

const huntsQuery = prepareQuery((queries) => queries.select().from(hunts).orderBy(asc(hunts.title), asc(hunts.id)));

/** Sorted by title. */
export const findHunts = (db: Database): HuntRow[] => huntsQuery.all(db, {});

const huntQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(hunts).where(eq(hunts.id, id)),
);

/** Finds the hunt with this id. */
export const findHunt = (db: Database, id: string): HuntRow | undefined => huntQuery.get(db, { id });

const puzzlesQuery = prepareQuery((queries, { huntID }: Placeholders<{ huntID: string }>) =>
  queries
    .select()
    .from(huntPuzzles)
    .where(eq(huntPuzzles.huntID, huntID))
    // Puzzles without an unlock time come first.
    .orderBy(asc(huntPuzzles.unlockTime), asc(huntPuzzles.position)),
);

/** Finds all puzzles of a hunt, even locked ones, in the order of libraries rule H2. */
export const findPuzzles = (db: Database, huntID: string): HuntPuzzleRow[] => puzzlesQuery.all(db, { huntID });

const puzzleQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(huntPuzzles).where(eq(huntPuzzles.id, id)),
);

/** Finds the puzzle with this id, even a locked one. */
export const findPuzzle = (db: Database, id: string): HuntPuzzleRow | undefined => puzzleQuery.get(db, { id });

const solvedQuery = prepareQuery((queries, { huntID, userID }: Placeholders<{ huntID: string; userID: string }>) =>
  queries
    .selectDistinct({ puzzleID: huntCallIns.puzzleID })
    .from(huntCallIns)
    .innerJoin(huntPuzzles, eq(huntPuzzles.id, huntCallIns.puzzleID))
    .where(and(eq(huntPuzzles.huntID, huntID), eq(huntCallIns.userID, userID), eq(huntCallIns.result, 'correct'))),
);

/** Finds the ids of the puzzles of a hunt that a user has solved. */
export const findSolvedPuzzleIDs = (db: Database, huntID: string, userID: string): Set<string> =>
  new Set(solvedQuery.all(db, { huntID, userID }).map(({ puzzleID }) => puzzleID));

const hintsQuery = prepareQuery((queries, { puzzleID }: Placeholders<{ puzzleID: string }>) =>
  queries.select().from(huntHints).where(eq(huntHints.puzzleID, puzzleID)).orderBy(asc(huntHints.key)),
);

/** Finds the hints of a puzzle by normalised key. */
export const findHints = (db: Database, puzzleID: string): Map<string, string> =>
  new Map(hintsQuery.all(db, { puzzleID }).map(({ key, hint }) => [key, hint]));

const hintsOfHuntQuery = prepareQuery((queries, { huntID }: Placeholders<{ huntID: string }>) =>
  queries
    .select({ puzzleID: huntHints.puzzleID, key: huntHints.key, hint: huntHints.hint })
    .from(huntHints)
    .innerJoin(huntPuzzles, eq(huntPuzzles.id, huntHints.puzzleID))
    .where(eq(huntPuzzles.huntID, huntID))
    .orderBy(asc(huntHints.key)),
);

/** Finds the hints of all puzzles of a hunt, by puzzle. */
export const findHintsOfHunt = (db: Database, huntID: string): Map<string, { key: string; hint: string }[]> =>
  Map.groupBy(hintsOfHuntQuery.all(db, { huntID }), ({ puzzleID }) => puzzleID);

const callInsQuery = prepareQuery((queries, { puzzleID, userID }: Placeholders<{ puzzleID: string; userID: string }>) =>
  queries
    .select()
    .from(huntCallIns)
    .where(and(eq(huntCallIns.puzzleID, puzzleID), eq(huntCallIns.userID, userID)))
    .orderBy(asc(huntCallIns.id)),
);

/** Finds a user's call-ins for a puzzle, oldest first. */
export const findCallIns = (db: Database, puzzleID: string, userID: string): HuntCallInRow[] =>
  callInsQuery.all(db, { puzzleID, userID });

type NewCallIn = Omit<HuntCallInRow, 'id'>;

const insertCallInQuery = prepareInsert(huntCallIns, 'id');

/** Stores a call-in. */
export const insertCallIn = (db: Transaction, row: NewCallIn): HuntCallInRow => insertCallInQuery.get(db, row);

/** Judges the stored call-ins of this answer again. */
export function judgeCallIns(
  db: Transaction,
  { puzzleID, normalized }: Pick<HuntCallInRow, 'puzzleID' | 'normalized'>,
  before: CallInResult | 'any',
  result: CallInResult,
): void {
  const isOfAnswer = and(eq(huntCallIns.puzzleID, puzzleID), eq(huntCallIns.normalized, normalized));
  const isChanged = before === 'any' ? isOfAnswer : and(isOfAnswer, eq(huntCallIns.result, before));
  db.queries.update(huntCallIns).set({ result }).where(isChanged).run();
}

/** Stores a new hunt. */
export function insertHunt(db: Transaction, row: HuntRow): void {
  db.queries.insert(hunts).values(row).run();
}

/** Stores a new puzzle. */
export function insertPuzzle(db: Transaction, row: HuntPuzzleRow): void {
  db.queries.insert(huntPuzzles).values(row).run();
}

/** Stores a hint. Replaces the one with the same key. */
export function saveHint(db: Transaction, row: typeof huntHints.$inferInsert): void {
  const target = [huntHints.puzzleID, huntHints.key];
  db.queries
    .insert(huntHints)
    .values(row)
    .onConflictDoUpdate({ target, set: { hint: row.hint } })
    .run();
}

/** Updates a hunt. */
export function updateHunt(db: Transaction, id: string, changes: Partial<HuntRow>): void {
  db.queries.update(hunts).set(changes).where(eq(hunts.id, id)).run();
}

/** Updates a puzzle. */
export function updatePuzzle(db: Transaction, id: string, changes: Partial<HuntPuzzleRow>): void {
  db.queries.update(huntPuzzles).set(changes).where(eq(huntPuzzles.id, id)).run();
}

/** Deletes a hunt and everything in it permanently. */
export function deleteHuntRows(db: Transaction, id: string): void {
  const isOfHunt = sql`puzzle_id IN (SELECT id FROM hunt_puzzles WHERE hunt_id = ${id})`;
  db.queries.delete(huntCallIns).where(isOfHunt).run();
  db.queries.delete(huntHints).where(isOfHunt).run();
  db.queries.delete(huntPuzzles).where(eq(huntPuzzles.huntID, id)).run();
  db.queries.delete(hunts).where(eq(hunts.id, id)).run();
}

const isOfPuzzle = (puzzleID: Placeholders<{ puzzleID: string }>['puzzleID']) => eq(huntCallIns.puzzleID, puzzleID);

const countsQuery = prepareQuery((queries, { puzzleID }: Placeholders<{ puzzleID: string }>) =>
  queries
    .select({ callInCount: count(), userCount: countDistinct(huntCallIns.userID) })
    .from(huntCallIns)
    .where(isOfPuzzle(puzzleID)),
);

/** Counts the call-ins for a puzzle and their users. */
export const countCallIns = (db: Database, puzzleID: string) =>
  countsQuery.get(db, { puzzleID }) ?? { callInCount: 0, userCount: 0 };

const solversQuery = prepareQuery((queries, { puzzleID }: Placeholders<{ puzzleID: string }>) =>
  queries
    .select({ userID: huntCallIns.userID, solvedAt: min(huntCallIns.createdAt) })
    .from(huntCallIns)
    .where(and(isOfPuzzle(puzzleID), eq(huntCallIns.result, 'correct')))
    .groupBy(huntCallIns.userID)
    .orderBy(min(huntCallIns.id)),
);

/** Finds the users who have solved a puzzle and when, first one first. */
export const findSolvers = (db: Database, puzzleID: string) => solversQuery.all(db, { puzzleID });

const wrongAnswersQuery = prepareQuery(
  (queries, { puzzleID, limit }: Placeholders<{ puzzleID: string; limit: number }>) =>
    queries
      .select({ answer: huntCallIns.normalized, userCount: count() })
      .from(huntCallIns)
      .where(and(isOfPuzzle(puzzleID), eq(huntCallIns.result, 'incorrect')))
      .groupBy(huntCallIns.normalized)
      .orderBy(desc(count()), asc(huntCallIns.normalized))
      .limit(limit),
);

/** Finds the wrong answers to a puzzle, by number of users. */
export const findWrongAnswers = (db: Database, puzzleID: string, limit: number) =>
  wrongAnswersQuery.all(db, { puzzleID, limit });
