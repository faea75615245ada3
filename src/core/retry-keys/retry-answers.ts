import type { Context } from '#context';
import { inPieces } from '#platform/in-pieces.ts';
import { deleteAnswersBefore, findAnswer, insertAnswer } from './store.ts';

const lifetimeMilliseconds = 24 * 60 * 60 * 1000;

/** An answer as it was first given. */
export interface RetryAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const oldestKept = (context: Context) => new Date(context.clock.now().getTime() - lifetimeMilliseconds);

/** The first answer to the caller's call with this key, for 24 hours. */
export function answerOfKey(context: Context, userID: string, key: string): RetryAnswer | undefined {
  const row = findAnswer(context.db, userID, key);
  if (!row || row.createdAt <= oldestKept(context)) return undefined;
  // The text was written by `keepAnswer` from such a record.
  const headers = JSON.parse(row.headers) as Record<string, string>;
  return { fingerprint: row.fingerprint, status: row.status, headers, body: row.body ?? undefined };
}

/** To be called inside the transaction of the answer's effect. */
export function keepAnswer(context: Context, userID: string, key: string, answer: RetryAnswer): void {
  insertAnswer(context.db, {
    userID,
    key,
    fingerprint: answer.fingerprint,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: answer.body ?? null,
    createdAt: context.clock.now(),
  });
}

const answersAtOnce = 1000;

/** Forgets answers older than a day. */
export async function forgetOldAnswers(context: Context, stopping: AbortSignal): Promise<void> {
  const forgetSome = () => deleteAnswersBefore(context.db, oldestKept(context), answersAtOnce);
  await inPieces(stopping, () => context.db.transaction(forgetSome));
}
