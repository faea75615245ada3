import { catchUpWithChat, findOpenChat, keepAtEnd } from './chat.ts';
import { createKey, getFormAddress, getFormKey } from './fields.ts';
import { renewPage, showDestination } from './renew.ts';
import { type Answer, type RetryDelay, type SendResult, sendMessages } from './shared/outbox.ts';
import {
  addMessage,
  changeMessage,
  deleteMessage,
  type FilledFields,
  listMessages,
  type QueuedMessage,
} from './shared/store.ts';

declare global {
  /** Background Sync, which only some browsers have; not a standard yet. */
  interface ServiceWorkerRegistration {
    readonly sync?: { register(name: string): Promise<void> };
  }
}

/** The messages written on this page that the server hasn't accepted yet. */
export interface Outbox {
  /**
   * Stores a form's data until the server has responded. Rejects if the phone can't store it.
   *
   * @param fields including the idempotency key
   */
  store(form: HTMLFormElement, fields: FilledFields, key: string): Promise<void>;
  /** Sends the waiting messages now. */
  send(): Promise<void>;
}

const storageRetryMilliseconds = 60_000;

export function openOutbox(account: string): Outbox {
  const channel = new BroadcastChannel(`${account} outbox`);
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function hear({ message, answer }: SendResult): Promise<void> {
    if ('to' in answer && message.page === location.pathname) await showDone(message, answer);
    await showAll(account);
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    const sent = withOutboxLock(() =>
      sendMessages(account, (news) => {
        channel.postMessage(news);
        void hear(news);
      }),
    );
    try {
      const wait = await sent;
      showWaiting(wait);
      if (wait === undefined) return;
      sendIn(wait.milliseconds);
      void requestBackgroundSync();
    } catch {
      // The phone's storage failed. Stored messages are sent later under the same keys.
      sendIn(storageRetryMilliseconds);
    }
  }

  function sendIn(milliseconds: number): void {
    timer = setTimeout(() => void send(), milliseconds);
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function store(form: HTMLFormElement, fields: FilledFields, key: string): Promise<void> {
    const { pathname: page } = location;
    const message = {
      ...{ key, account, address: getFormAddress(form), fields, page, writtenAt: Date.now() },
      ...(form.id !== '' && { form: form.id }),
    };
    await addMessage(message, getFormKey(form));
    // A message that can't be read back wouldn't be sent.
    showMessages(await listMessages(account));
    listWaiting().at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  async function sendNow(): Promise<void> {
    // A running round may have read the queue before the last message was stored.
    await sending;
    await send();
  }

  channel.onmessage = ({ data }: MessageEvent<SendResult>) => void hear(data);
  document.addEventListener(
    'click',
    (event) =>
      void handleRejectedMessage(account, event).then(
        (isAgain) => (isAgain ? send() : undefined),
        () => {},
      ),
  );
  for (const sign of ['online', 'ship-reached', 'pageshow']) addEventListener(sign, () => void send());
  void showAll(account).then(send);
  return { store, send: sendNow };
}

/** Shows above the page that messages are waiting, and the server's reason if there is one. */
function showWaiting(wait: RetryDelay | undefined): void {
  const note = document.getElementById('waiting');
  note?.toggleAttribute('hidden', wait === undefined);
  if (note) setText(note, '.why', wait?.reason ?? '');
}

/** With Web Locks, one tab sends at a time. Without them, the keys ensure that each message is processed once. */
const withOutboxLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('outbox', work) : work();

/** Asks the browser to send waiting messages when it's back online, even if this page is closed. */
async function requestBackgroundSync(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.sync?.register('outbox').catch(() => {});
}

/** Shows the result of a message before it's removed from the queue. */
async function showDone(message: QueuedMessage, answer: Extract<Answer, { to: string }>): Promise<void> {
  if (findOpenChat() !== undefined) await catchUpWithChat();
  else if (Date.now() - message.writtenAt < recentMilliseconds) await showDestination(answer.to);
  else if (document.querySelector('main[data-live]')) await renewPage();
}

/** Leads there only while the author is waiting for it; later it would interrupt their reading. */
const recentMilliseconds = 20_000;

/** The waiting messages that this page shows, in the order of writing. */
const listWaiting = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-waits]')];

/** Shows the messages that wait on this page and those that were rejected. Leaves the page alone if storage fails. */
async function showAll(account: string): Promise<void> {
  const messages = await listMessages(account).catch(() => undefined);
  if (messages) showMessages(messages);
}

function showMessages(messages: readonly QueuedMessage[]): void {
  const here = messages.filter(({ page }) => page === location.pathname);
  const gone = new Set(listWaiting());
  for (const message of here) {
    const shown = document.getElementById(`unsent-${message.number}`);
    if (shown) gone.delete(shown);
    show(message, shown);
  }
  for (const element of gone) element.remove();
  showRejectedNote(messages.find(({ refusal }) => refusal !== undefined));
}

function showRejectedNote(message: QueuedMessage | undefined): void {
  const note = document.getElementById('refused');
  note?.toggleAttribute('hidden', message === undefined);
  if (message) note?.querySelector('a')?.setAttribute('href', `${message.page}#unsent-${message.number}`);
}

function show(message: QueuedMessage, before: HTMLElement | null): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-unsent]');
  const element = before ?? template?.content.firstElementChild?.cloneNode(true);
  if (!template || !(element instanceof HTMLElement)) return;
  element.id = `unsent-${message.number}`;
  setText(element, '.text', getText(message));
  const { refusal } = message;
  element.classList.toggle('waits', refusal === undefined);
  element.classList.toggle('failed', refusal !== undefined);
  // A rejected message reappears: it was hidden while the page seemed to show it as stored.
  if (refusal !== undefined) element.hidden = false;
  setText(element, '.why', refusal ?? '');
  for (const part of element.querySelectorAll('[data-when]'))
    part.toggleAttribute('hidden', (part.getAttribute('data-when') === 'refused') !== (refusal !== undefined));
  const form = message.form === undefined ? null : document.getElementById(message.form);
  if (!before) keepAtEnd(() => (form ?? template).before(element));
}

const getText = ({ fields }: QueuedMessage): string => {
  const text = fields.find(([name]) => name === 'text')?.[1];
  return typeof text === 'string' ? text : '';
};

function setText(element: HTMLElement, selector: string, text: string): void {
  const part = element.querySelector(selector);
  if (part) part.textContent = text;
}

/** Moves a rejected message back into its form or deletes it. Returns whether it waits to be sent again. */
async function handleRejectedMessage(account: string, { target }: Event): Promise<boolean> {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-waits] button') : null;
  const number = Number(button?.closest('[data-waits]')?.id.slice('unsent-'.length));
  const message = button && (await listMessages(account)).find((one) => one.number === number);
  if (!message) return false;
  const isAgain = button.value === 'again';
  if (button.value === 'edit') restoreToForm(message);
  if (isAgain) await changeMessage(number, { key: createKey(), writtenAt: Date.now(), refusal: undefined });
  else await deleteMessage(number);
  await showAll(account);
  return isAgain;
}

function putBackDescriptions(form: HTMLFormElement | null, { fields }: QueuedMessage): void {
  for (const description of form?.querySelectorAll<HTMLTextAreaElement>('[data-describes] textarea') ?? []) {
    const text = fields.find(([name]) => name === description.name)?.[1];
    if (typeof text === 'string') description.value = text;
  }
}

/** Inserts it before what's already typed there. */
function restoreToForm(message: QueuedMessage): void {
  const form = document.querySelector<HTMLFormElement>('form[data-outbox]');
  const field = form?.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
  if (!field) return;
  field.value = [getText(message), field.value].filter((text) => text !== '').join('\n');
  for (const input of form?.querySelectorAll<HTMLInputElement>('input[type="file"]') ?? []) {
    const files = new DataTransfer();
    for (const [name, value] of message.fields)
      if (name === input.name && typeof value !== 'string') files.items.add(value);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  putBackDescriptions(form, message);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
