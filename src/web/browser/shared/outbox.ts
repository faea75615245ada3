import { changeMessage, deleteMessage, type FilledFields, listMessages, type QueuedMessage } from './store.ts';

/** The server's response to a message: where its form leads, or why it was rejected. */
export type Answer = { readonly to: string } | { readonly refusal: string };

/** What happened to a message. */
export interface SendResult {
  readonly message: QueuedMessage;
  readonly answer: Answer;
}

/** What still waits: when to retry, and the server's reason if it gave one. */
export interface RetryDelay {
  readonly milliseconds: number;
  readonly reason?: string;
}

/** What to do after an attempt. */
type Outcome = Answer | { readonly wait: RetryDelay };

const second = 1000;
const hour = 3600 * second;
/** The server remembers keys for a day (decision 35); the phone's clock may be slightly off. */
const keyLifetime = 23 * hour;
/** A message without files is small: a request that takes longer was lost. */
const timeoutMilliseconds = 30 * second;
const pause = 5 * second;
const longPause = 60 * second;

/**
 * Sends the waiting messages in the order of writing and reports what happened to each. Returns what still waits, or
 * undefined if nothing does. Several tabs may send at once: the server processes each key once. Rejects if the phone's
 * storage fails.
 */
export async function sendMessages(
  account: string,
  notify: (news: SendResult) => void,
): Promise<RetryDelay | undefined> {
  for (;;) {
    const message = (await listMessages(account)).find(({ refusal }) => refusal === undefined);
    if (!message) return undefined;
    const outcome = isForgotten(message) ? { refusal: mayHaveArrived } : await send(message);
    if ('wait' in outcome) return outcome.wait;
    const storing = 'to' in outcome ? deleteMessage(message.number) : changeMessage(message.number, outcome);
    const isStored = await storing.then(
      () => true,
      () => false,
    );
    notify({ message, answer: outcome });
    if (!isStored) return { milliseconds: pause };
  }
}

/** Whether the server may have forgotten the message's key, and would process the message a second time. */
const isForgotten = ({ writtenAt }: QueuedMessage): boolean => Date.now() - writtenAt > keyLifetime;
const mayHaveArrived = 'This was sent more than a day ago and may have arrived. Check before you send it again.';

async function send({ account, address, fields }: QueuedMessage): Promise<Outcome> {
  const hasFiles = fields.some(([, value]) => typeof value !== 'string');
  const control = new AbortController();
  const timer = hasFiles ? undefined : setTimeout(() => control.abort(), timeoutMilliseconds);
  try {
    return await readOutcome(await postForm(address, account, fields, control.signal));
  } catch {
    return { wait: { milliseconds: pause } };
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a form of this account and requests the response meant for scripts. */
export const postForm = (
  address: string,
  account: string,
  fields: FilledFields,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    body: encodeFields(fields),
    headers: { accept: 'application/json', 'x-account': account },
    ...(signal && { signal }),
  });

/** Builds the request body for these fields. */
export function encodeFields(fields: FilledFields): FormData | URLSearchParams {
  const body = fields.some(([, value]) => typeof value !== 'string') ? new FormData() : new URLSearchParams();
  // Both types have `append`, but TypeScript can't call it on the union.
  for (const [name, value] of fields) (body as FormData).append(name, value);
  return body;
}

/** The server is busy, or still processing it. */
const temporaryStatuses = new Set([408, 409, 425, 429]);

async function readOutcome(response: Response): Promise<Outcome> {
  const { ok, status, headers } = response;
  if (ok) return { to: (await response.json()).to };
  // Signed out: the message waits until this account signs in again.
  if (status === 401) return { wait: { milliseconds: longPause } };
  if (status < 500 && !temporaryStatuses.has(status)) return { refusal: readReason(await response.json()) };
  const reason = await readReasonToWait(response);
  // Texts behind it would wait for disk space that they don't need (core rule 128).
  if (reason !== undefined && acceptsOtherTexts(headers)) return { refusal: reason };
  return { wait: { milliseconds: readRetryPause(headers), ...(reason !== undefined && { reason }) } };
}

/** Whether the server rejected the message for lack of disk space but still accepts some texts. */
const acceptsOtherTexts = (headers: Headers): boolean => /^(pictures|beginnings)$/.test(headers.get('x-refused') ?? '');

/** Why the server accepts nothing at the moment, if the response is the server's own. */
async function readReasonToWait(response: Response): Promise<string | undefined> {
  if (!response.headers.has('x-refused')) return undefined;
  return readReason(await response.json());
}

/** Returns the reason for a rejection. Errors of single fields say more than the general message. */
export const readReason = ({
  reason,
  fieldErrors = {},
}: {
  reason: string;
  fieldErrors?: Record<string, string>;
}): string => Object.values(fieldErrors).join(' ') || reason;

const readRetryPause = (headers: Headers): number =>
  Math.min(longPause, Math.max(pause, Number(headers.get('retry-after') ?? 0) * second));
