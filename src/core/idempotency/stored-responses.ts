import { and, count, eq, gt, lt, or, sql, sum } from 'drizzle-orm';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import type { KeyedCall, NewResponse, StoredResponse } from '#http/idempotency.ts';
import { runInBatches } from '#platform/time/job-runner.ts';
import { idempotentResponses } from './tables.ts';

const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

const getExpiryLimit = (context: Context) => new Date(context.clock.now().getTime() - lifetimeMilliseconds);

const responseByKeyQuery = prepareQuery((queries, { userID, key }: Placeholders<{ userID: string; key: string }>) =>
  queries
    .select()
    .from(idempotentResponses)
    .where(and(eq(idempotentResponses.userID, userID), eq(idempotentResponses.key, key))),
);

/** Returns the first response to the caller's request with this key, for 24 hours. */
export function findStoredResponse(context: Context, { userID, key }: KeyedCall): StoredResponse | undefined {
  const row = responseByKeyQuery.get(context.db, { userID, key });
  if (!row || row.createdAt <= getExpiryLimit(context)) return undefined;
  // `storeResponse` wrote the text from such a record.
  const headers = JSON.parse(row.headers) as Record<string, string>;
  const { fingerprint, status, isBodyLeftOut } = row;
  return { fingerprint, status, headers, body: row.body ?? undefined, isBodyLeftOut };
}

/**
 * Stores a response in the transaction of its effect, replacing an expired one. Drops the body if the call changed
 * nothing, and retains only the newest responses of an account (core rule 15a).
 */
export function storeResponse({ db, clock }: WriteContext, { userID, key }: KeyedCall, response: NewResponse): void {
  const { fingerprint, status } = response;
  const isBodyLeftOut = response.body !== undefined && !db.hasChanged();
  const body = isBodyLeftOut ? null : (response.body ?? null);
  const headers = JSON.stringify(response.headers);
  const size = Buffer.byteLength(`${key}${headers}${body ?? ''}`);
  const row = { userID, key, fingerprint, status, headers, body, isBodyLeftOut, size, createdAt: clock.now() };
  // Not an upsert: the newest row is the one inserted last, whatever the clock says.
  db.queries
    .delete(idempotentResponses)
    .where(and(eq(idempotentResponses.userID, userID), eq(idempotentResponses.key, key)))
    .run();
  db.queries.insert(idempotentResponses).values(row).run();
  if (hasTooMany(db, userID)) deleteOldest(db, userID);
}

/** Limits per account, more than a client with an unreliable connection needs. */
const maxResponses = 1000;
const maxBytes = 2 * 1024 * 1024;

const totalsQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries
    .select({ responses: count(), bytes: sum(idempotentResponses.size).mapWith(Number) })
    .from(idempotentResponses)
    .where(eq(idempotentResponses.userID, userID)),
);

function hasTooMany(db: Database, userID: string): boolean {
  const { responses = 0, bytes = 0 } = totalsQuery.get(db, { userID }) ?? {};
  return responses > maxResponses || bytes > maxBytes;
}

/** Deletes the oldest responses beyond the limits, but never the newest one. */
function deleteOldest({ queries }: Transaction, userID: string): void {
  const newestFirst = sql`(ORDER BY rowid DESC)`;
  const ranked = queries
    .select({
      row: sql<number>`rowid`.as('row'),
      place: sql<number>`row_number() OVER ${newestFirst}`.as('place'),
      bytes: sql<number>`sum(size) OVER ${newestFirst}`.as('bytes'),
    })
    .from(idempotentResponses)
    .where(eq(idempotentResponses.userID, userID))
    .as('ranked');
  const tooMuch = queries
    .select({ row: ranked.row })
    .from(ranked)
    .where(and(gt(ranked.place, 1), or(gt(ranked.place, maxResponses), gt(ranked.bytes, maxBytes))));
  queries.delete(idempotentResponses).where(sql`rowid IN (${tooMuch})`).run();
}

const responsesPerBatch = 1000;

/** Deletes responses older than a day. Returns how many. */
export async function deleteOldResponses(context: Context, stopping: AbortSignal): Promise<string> {
  const deleted = await runInBatches(stopping, () => transact(context, deleteBatch));
  return `${deleted} responses deleted`;
}

/** Returns the number of deleted responses. */
function deleteBatch(context: WriteContext): number {
  const { queries } = context.db;
  const expired = queries
    .select({ row: sql`rowid` })
    .from(idempotentResponses)
    .where(lt(idempotentResponses.createdAt, getExpiryLimit(context)))
    .limit(responsesPerBatch);
  return queries.delete(idempotentResponses).where(sql`rowid IN (${expired})`).run().changes;
}
