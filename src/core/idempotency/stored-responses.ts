import { and, eq, lt, sql } from 'drizzle-orm';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import type { KeyedCall, StoredResponse } from '#http/idempotency.ts';
import { runInBatches } from '#platform/job-runner.ts';
import { idempotentResponses } from './tables.ts';

const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

const getExpiryLimit = (context: Context) => new Date(context.clock.now().getTime() - lifetimeMilliseconds);

const responseByKeyQuery = prepareQuery((queries, { userID, key }: Placeholders<{ userID: string; key: string }>) =>
  queries
    .select()
    .from(idempotentResponses)
    .where(and(eq(idempotentResponses.userID, userID), eq(idempotentResponses.key, key))),
);

/** The first response to the caller's call with this key, for 24 hours. */
export function findStoredResponse(context: Context, { userID, key }: KeyedCall): StoredResponse | undefined {
  const row = responseByKeyQuery.get(context.db, { userID, key });
  if (!row || row.createdAt <= getExpiryLimit(context)) return undefined;
  // The text was written by `storeResponse` from such a record.
  const headers = JSON.parse(row.headers) as Record<string, string>;
  return { fingerprint: row.fingerprint, status: row.status, headers, body: row.body ?? undefined };
}

/** Stores a response, in the transaction of its effect and in place of one that has expired. */
export function storeResponse({ db, clock }: WriteContext, { userID, key }: KeyedCall, response: StoredResponse): void {
  const { fingerprint, status, headers, body = null } = response;
  const row = { userID, key, fingerprint, status, headers: JSON.stringify(headers), body, createdAt: clock.now() };
  db.queries
    .insert(idempotentResponses)
    .values(row)
    .onConflictDoUpdate({ target: [idempotentResponses.userID, idempotentResponses.key], set: row })
    .run();
}

const responsesPerBatch = 1000;

/** Deletes responses older than a day. */
export async function deleteOldResponses(context: Context, stopping: AbortSignal): Promise<void> {
  await runInBatches(stopping, () => transact(context, deleteBatch));
}

/** Tells whether there were any. */
function deleteBatch(context: WriteContext): boolean {
  const { queries } = context.db;
  const expired = queries
    .select({ row: sql`rowid` })
    .from(idempotentResponses)
    .where(lt(idempotentResponses.createdAt, getExpiryLimit(context)))
    .limit(responsesPerBatch);
  const { changes } = queries.delete(idempotentResponses).where(sql`rowid IN (${expired})`).run();
  return changes > 0;
}
