import { changeMessage, deleteMessage, type FilledFields, type KeptMessage, listMessages } from './store.ts';

/** What the box said of a message: where its form leads to, or why it was not taken. */
export type Answer = { readonly to: string } | { readonly refusal: string };

/** What became of a message. */
export interface News {
  readonly message: KeptMessage;
  readonly answer: Answer;
}

/** What still waits: when to try again, and why it was not taken where the box has said so. */
export interface Wait {
  readonly milliseconds: number;
  readonly reason?: string;
}

/** What is to be done after a try. */
type Outcome = Answer | { readonly wait: Wait };

const second = 1000;
const hour = 3600 * second;
/** The box remembers for a day what it has done (decision 35); a phone's clock may be a little off. */
const rememberedFor = 23 * hour;
/** Without files a message is small: what takes longer has been lost on the way. */
const patience = 30 * second;
const pause = 5 * second;
const longPause = 60 * second;

/**
 * Sends what waits, in the order of writing, and tells what became of each message. Returns what there is to wait for;
 * undefined when nothing waits. Senders in other tabs do no harm: the server processes each key once. Rejects where the
 * phone's storage fails.
 */
export async function sendMessages(account: string, tell: (news: News) => void): Promise<Wait | undefined> {
  for (;;) {
    const message = (await listMessages(account)).find(({ refusal }) => refusal === undefined);
    if (!message) return undefined;
    const outcome = isForgotten(message) ? { refusal: doubtful } : await send(message);
    if ('wait' in outcome) return outcome.wait;
    const storing = 'to' in outcome ? deleteMessage(message.number) : changeMessage(message.number, outcome);
    const isStored = await storing.then(
      () => true,
      () => false,
    );
    tell({ message, answer: outcome });
    if (!isStored) return { milliseconds: pause };
  }
}

/** Whether the server may have forgotten the message's key, and would process the message a second time. */
const isForgotten = ({ writtenAt }: KeptMessage): boolean => Date.now() - writtenAt > rememberedFor;
const doubtful = 'It was sent more than a day ago, and may have arrived. Look before you send it again.';

async function send({ account, address, fields }: KeptMessage): Promise<Outcome> {
  const hasFiles = fields.some(([, value]) => typeof value !== 'string');
  const control = new AbortController();
  const timer = hasFiles ? undefined : setTimeout(() => control.abort(), patience);
  try {
    return await readOutcome(await postForm(address, account, fields, control.signal));
  } catch {
    return { wait: { milliseconds: pause } };
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a form of this account; the answer is for a script. */
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

/** The body in which fields are sent. */
export function encodeFields(fields: FilledFields): FormData | URLSearchParams {
  const body = fields.some(([, value]) => typeof value !== 'string') ? new FormData() : new URLSearchParams();
  // Of one kind or the other, by what is in it.
  for (const [name, value] of fields) (body as FormData).append(name, value);
  return body;
}

/** The box is busy, or still at it. */
const passing = new Set([408, 409, 425, 429]);

async function readOutcome(response: Response): Promise<Outcome> {
  const { ok, status, headers } = response;
  if (ok) return { to: (await response.json()).to };
  // Signed out: it waits until this account is signed in again.
  if (status === 401) return { wait: { milliseconds: longPause } };
  if (status < 500 && !passing.has(status)) return { refusal: readReason(await response.json()) };
  const reason = await readReasonToWait(response);
  // Texts behind it would wait for space on the disk, which they do not need (core rule 128).
  if (reason !== undefined && isForOthersOpen(headers)) return { refusal: reason };
  return { wait: { milliseconds: readPause(headers), ...(reason !== undefined && { reason }) } };
}

/** While the disk of the box runs low: is what was sent refused, but not every text? */
const isForOthersOpen = (headers: Headers): boolean => /^(pictures|beginnings)$/.test(headers.get('x-refused') ?? '');

/** Why the box takes nothing at the moment, where it is the box that answers. */
async function readReasonToWait(response: Response): Promise<string | undefined> {
  if (!response.headers.has('x-refused')) return undefined;
  return readReason(await response.json());
}

/** What was wrong with single fields says more than that something was. */
export const readReason = ({
  reason,
  fieldErrors = {},
}: {
  reason: string;
  fieldErrors?: Record<string, string>;
}): string => Object.values(fieldErrors).join(' ') || reason;

const readPause = (headers: Headers): number =>
  Math.min(longPause, Math.max(pause, Number(headers.get('retry-after') ?? 0) * second));
