import type { Context } from '#context';
import { runInBatches } from '#platform/in-pieces.ts';
import { deleteResponsesBefore, findResponse, insertResponse } from './store.ts';

const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

/** An answer as it was first given. */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const getOldestStored = (context: Context) => new Date(context.clock.now().getTime() - lifetimeMilliseconds);

/** The first answer to the caller's call with this key, for 24 hours. */
export function findStoredResponse(context: Context, userID: string, key: string): StoredResponse | undefined {
  const row = findResponse(context.db, userID, key);
  if (!row || row.createdAt <= getOldestStored(context)) return undefined;
  // The text was written by `keepAnswer` from such a record.
  const headers = JSON.parse(row.headers) as Record<string, string>;
  return { fingerprint: row.fingerprint, status: row.status, headers, body: row.body ?? undefined };
}

/** To be called inside the transaction of the answer's effect. */
export function storeResponse(context: Context, userID: string, key: string, response: StoredResponse): void {
  insertResponse(context.db, {
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

/** Forgets answers older than a day. */
export async function deleteOldResponses(context: Context, stopping: AbortSignal): Promise<void> {
  const forgetSome = () => deleteResponsesBefore(context.db, getOldestStored(context), responsesPerBatch);
  await runInBatches(stopping, () => context.db.transaction(forgetSome));
}
