import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { FezType } from '../kinds.ts';
import { type FezRow, fezzes } from '../tables.ts';
import { idsOf } from './readers.ts';

const liveAppointments = statement((queries) =>
  queries
    .select()
    .from(fezzes)
    .where(
      and(
        eq(fezzes.cancelled, false),
        isNull(fezzes.deletedAt),
        isNotNull(fezzes.startTime),
        sql`${fezzes.type} IN ${idsOf(sql.placeholder('types'))}`,
      ),
    )
    .prepare(),
);

/** Everything of these types that will take place at some time; cancelled ones will not. */
export const findAppointments = (db: Database, types: readonly FezType[]): FezRow[] =>
  liveAppointments(db).all({ types: JSON.stringify(types) });
