import { forgetAll } from './account.ts';
import { setOfflineNoteHidden } from './ask.ts';
import { putBackDrafts, stopKeeping } from './drafts.ts';
import {
  createKey,
  getFormAddress,
  getFormKey,
  listTextFields,
  readFields,
  replaceKey,
  type TextField,
} from './fields.ts';
import type { Outbox } from './outbox.ts';
import { replaceContent, showDestination } from './renew.ts';
import { postForm, readReason } from './shared/outbox.ts';
import { deleteDraft, type FilledFields } from './shared/store.ts';
import { hasFiles, postFiles } from './upload.ts';

/** What each form sent last, and its key: while the content is the same, sending it again has no second effect. */
interface Attempt {
  readonly said: string;
  readonly key: string;
}
const attempts = new WeakMap<HTMLFormElement, Attempt>();
/** A submission on its way to the server. */
interface Submission {
  readonly said: string;
  /** The fields without the button. */
  readonly texts: string;
  readonly sending: Promise<void>;
}
/** The latest submission of each form: pressing twice sends once. */
const runningSubmissions = new WeakMap<HTMLFormElement, Submission>();
/** Forms that the browser submits itself, showing the page that the server returns. */
const submittedByBrowser = new WeakSet<HTMLFormElement>();

/**
 * Sends forms without leaving the page. What can't be sent is stored on the phone if the form allows that; otherwise it
 * stays in the form.
 */
export function sendForms(account: string, outbox: Outbox): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !isSentByScript(form) || event.defaultPrevented) return;
    event.preventDefault();
    const [said, texts] = [describe(readFields(form, submitter)), describe(readFields(form, null))];
    const before = runningSubmissions.get(form);
    if (before?.said === said) return;
    // A message that is being stored doesn't hold up the next one. Another button of a form waits for the first one.
    if (before && before.texts !== texts && !canQueue(form)) return;
    const turn = canQueue(form) ? undefined : before?.sending;
    const sending = Promise.resolve(turn)
      .then(() => (form.isConnected ? chooseSender(form)(form, submitter, { account, outbox }) : undefined))
      .catch(() => submitByBrowser(form, submitter))
      .finally(() => endAttempt(form, said));
    runningSubmissions.set(form, { said, texts, sending });
  });
}

/** The sign-in form may end the current session, so the browser submits it itself. */
const isSentByScript = (form: HTMLFormElement): boolean =>
  form.method === 'post' && location.pathname !== '/sign-in' && !submittedByBrowser.has(form);

const canQueue = (form: HTMLFormElement): boolean => 'outbox' in form.dataset;

function endAttempt(form: HTMLFormElement, said: string): void {
  if (runningSubmissions.get(form)?.said === said) runningSubmissions.delete(form);
}

/** The account that the forms belong to, and the outbox that their messages may wait in. */
interface Sender {
  readonly account: string;
  readonly outbox: Outbox;
}

type SendForm = (form: HTMLFormElement, button: HTMLElement | null, sender: Sender) => Promise<void>;

function chooseSender(form: HTMLFormElement): SendForm {
  if (location.pathname === '/sign-out') return signOut;
  return canQueue(form) ? storeAndSend : send;
}

/** Sends a form without storing it on the phone, even if the server can't be reached. */
const signOut: SendForm = async (form, button, { account }) => {
  await forgetAll(account);
  submitByBrowser(form, button);
};

/** Sends the message directly if the phone can't store it: in some private tabs, or when the phone is full. */
const storeAndSend: SendForm = async (form, button, sender) => {
  const fields = readFields(form, button);
  const { said, key } = startAttempt(form, fields);
  // Emptied now: text typed while the message is being stored is the next draft.
  stopKeeping(form);
  try {
    await sender.outbox.store(form, replaceKey(fields, key), key);
  } catch {
    return send(form, button, sender);
  }
  clear(form, fields);
  attempts.delete(form);
  endAttempt(form, said);
  await sender.outbox.send();
};

const send: SendForm = async (form, button, { account }) => {
  const fields = readFields(form, button);
  const keyed = replaceKey(fields, startAttempt(form, fields).key);
  const sending = hasFiles(fields)
    ? postFiles(form, getFormAddress(form), account, keyed)
    : postForm(getFormAddress(form), account, keyed);
  const response = await sending.catch(() => undefined);
  if (!response || response.status === 429 || response.status >= 500) return showRejection(form, response);
  setOfflineNoteHidden(true);
  attempts.delete(form);
  // Files stay selected in the open page; an error page would require uploading them again.
  if (!response.ok && hasFiles(fields) && response.status !== 401) return showRejection(form, response);
  if (!response.ok) return submitByBrowser(form, button);
  stopKeeping(form);
  // Not awaited: hanging storage would block the page.
  void deleteDraft(account, getFormKey(form)).catch(() => {});
  findComplaint(form)?.remove();
  clear(form, fields);
  if (/html/.test(response.headers.get('content-type') ?? ''))
    return replaceContent(new DOMParser().parseFromString(await response.text(), 'text/html'));
  await showDestination((await response.json()).to);
  await putBackDrafts(account);
};

/** Returns the previous key if the form's content hasn't changed. */
function startAttempt(form: HTMLFormElement, fields: FilledFields): Attempt {
  const said = describe(fields);
  const before = attempts.get(form);
  const current = before?.said === said ? before : { said, key: createKey() };
  attempts.set(form, current);
  // If the browser has to submit the form, it's the same call.
  const field = form.elements.namedItem('key');
  if (field instanceof HTMLInputElement) field.value = current.key;
  return current;
}

/** Clears what was sent from a form; text typed in the meantime stays. */
function clear(form: HTMLFormElement, sent: FilledFields): void {
  const typed = new Map(listTextFields(form).map((field) => [field, removeSent(field, sent)]));
  form.reset();
  for (const [field, rest] of typed) {
    if (rest === '') continue;
    field.value = rest;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function removeSent({ name, value, defaultValue }: TextField, sent: FilledFields): string {
  const text = sent.find(([field]) => field === name)?.[1];
  // Forms submit line breaks as CRLF.
  const before = typeof text === 'string' ? text.replaceAll('\r\n', '\n') : defaultValue;
  return value.startsWith(before) ? value.slice(before.length) : value;
}

/** Returns a fingerprint that's equal for equal texts and files. */
const describe = (fields: FilledFields): string =>
  JSON.stringify(
    fields
      .filter(([name]) => name !== 'key')
      .map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size, value.lastModified]]),
  );

/** Has the browser submit a form. If it's rejected, the server returns a page with the reason next to each field. */
function submitByBrowser(form: HTMLFormElement, button: HTMLElement | null): void {
  submittedByBrowser.add(form);
  // While a form's submit event is dispatched, the form ignores another submission.
  setTimeout(() => submit(form, button));
}

function submit(form: HTMLFormElement, button: HTMLElement | null): void {
  // Safari 15 has no `requestSubmit`.
  if ('requestSubmit' in form) form.requestSubmit(button);
  else if (button) button.click();
  else HTMLFormElement.prototype.submit.call(form);
}

const findComplaint = (form: HTMLFormElement): Element | null => form.querySelector('[data-trouble]');

async function showRejection(form: HTMLFormElement, response: Response | undefined): Promise<void> {
  if (!response) setOfflineNoteHidden(false);
  const said = findComplaint(form) ?? document.createElement('p');
  said.setAttribute('data-trouble', '');
  said.setAttribute('role', 'alert');
  said.className = 'say s stop';
  const body = await response?.json().catch(() => undefined);
  said.textContent = body ? readReason(body) : describeUnsent(form);
  // A composer grows upwards, other forms downwards, so the button stays where it was pressed.
  if (form.classList.contains('composer')) form.prepend(said);
  else form.append(said);
  said.scrollIntoView({ block: 'nearest' });
}

const describeUnsent = (form: HTMLFormElement): string =>
  canQueue(form)
    ? "Can't reach the ship, and this phone can't save your message. Keep this page open and try again."
    : "Can't reach the ship. Nothing is lost: your text is still here. Try again later.";
