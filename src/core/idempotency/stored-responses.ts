import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { KeyedCall, StoredResponse } from '#http/idempotency.ts';
import { runInBatches } from '#platform/batches.ts';
import { deleteResponsesBefore, findResponse, saveResponse } from './store.ts';

const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

const getExpiryLimit = (context: Context) => new Date(context.clock.now().getTime() - lifetimeMilliseconds);

/** The first response to the caller's call with this key, for 24 hours. */
export function findStoredResponse(context: Context, { userID, key }: KeyedCall): StoredResponse | undefined {
  const row = findResponse(context.db, userID, key);
  if (!row || row.createdAt <= getExpiryLimit(context)) return undefined;
  // The text was written by `storeResponse` from such a record.
  const headers = JSON.parse(row.headers) as Record<string, string>;
  return { fingerprint: row.fingerprint, status: row.status, headers, body: row.body ?? undefined };
}

/** Stores a response, in the transaction of its effect. */
export function storeResponse(context: WriteContext, { userID, key }: KeyedCall, response: StoredResponse): void {
  saveResponse(context.db, {
    userID,
    key,
    fingerprint: response.fingerprint,
    status: response.status,
    headers: JSON.stringify(response.headers),
    body: response.body ?? null,
    createdAt: context.clock.now(),
  });
}

const responsesPerBatch = 1000;

/** Deletes responses older than a day. */
export async function deleteOldResponses(context: Context, stopping: AbortSignal): Promise<void> {
  await runInBatches(stopping, () =>
    transact(context, ({ db }) => deleteResponsesBefore(db, getExpiryLimit(context), responsesPerBatch)),
  );
}
