import type { SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type FullTextIndex, findFullTextDrift, repairFullText } from '#db/full-text-drift.ts';
import type { Database } from '#db/open.ts';
import { readAll } from '#db/prepared.ts';
import { cutIntoRanges } from '#db/rowid-ranges.ts';
import type { Inconsistency, RepairStep } from './area.ts';
import type { Context } from './context.ts';

/** Rows that must not exist. Each query covers the rows of a table, called `it`, in one range. */
export interface RowCheck {
  readonly table: SQLiteTable;
  /** Returns each as `what` and `stored`. */
  readonly query: (isInRange: SQL) => SQL;
  readonly expected: string;
  /** Repairs them in one transaction; absent where the crew has to decide what's right. */
  readonly repairs: readonly ((isInRange: SQL) => SQL)[];
}

/** How an area's rows and its indexes of words are verified and repaired: `verify` and `repair` of the area. */
export const checkTables = (checks: readonly RowCheck[], ...indexes: readonly FullTextIndex[]) => ({
  *verify({ db }: Context): Iterable<readonly Inconsistency[]> {
    yield* findWrongRows(db, checks);
    for (const index of indexes) yield* findFullTextDrift(db, index);
  },
  *repair({ db }: Context): Iterable<RepairStep> {
    yield* repairWrongRows(db, checks);
    for (const index of indexes) {
      for (const repair of repairFullText(db, index)) yield (context) => repair(context.db);
    }
  },
});

/** Yields everything these checks find, piece by piece. */
function* findWrongRows(db: Database, checks: readonly RowCheck[]): Iterable<readonly Inconsistency[]> {
  for (const { table, query, expected } of checks) {
    for (const isInRange of cutIntoRanges(db, table)) {
      yield readAll<{ what: string; stored: string }>(db, query(isInRange)).map((row) => ({ ...row, expected }));
    }
  }
}

/** Repairs what these checks find, piece by piece. */
function* repairWrongRows(db: Database, checks: readonly RowCheck[]): Iterable<RepairStep> {
  for (const { table, repairs } of checks.filter(({ repairs }) => repairs.length > 0)) {
    for (const isInRange of cutIntoRanges(db, table)) {
      yield (context) => {
        for (const repair of repairs) context.db.queries.run(repair(isInRange));
      };
    }
  }
}
