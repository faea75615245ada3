import { forgetAll } from './account.ts';
import { showReached } from './ask.ts';
import { putBackDrafts, stopKeeping } from './drafts.ts';
import { addressOf, createKey, nameForm, readFields, withKey } from './fields.ts';
import type { Outbox } from './outbox.ts';
import { goOn, takeOver } from './renew.ts';
import { postForm, readReason } from './shared/outbox.ts';
import { deleteDraft, type FilledFields } from './shared/store.ts';
import { hasFiles, postFiles } from './upload.ts';

/** The form as it was last sent without an answer: sent again as it is, it is done once. */
const tried = new WeakMap<HTMLFormElement, { readonly said: string; readonly key: string }>();
const underWay = new WeakSet<HTMLFormElement>();
/** Left to the browser, which shows what the box answers. */
const leftToBrowser = new WeakSet<HTMLFormElement>();

/** Sends forms without leaving the page; what cannot be sent stays in its form, or waits where it may. */
export function sendForms(account: string, outbox: Outbox): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !isOurs(form) || event.defaultPrevented) return;
    event.preventDefault();
    if (underWay.has(form)) return;
    underWay.add(form);
    void choose(form)(form, submitter, { account, outbox }).finally(() => underWay.delete(form));
  });
}

const isOurs = (form: HTMLFormElement): boolean => form.method === 'post' && !leftToBrowser.has(form);

/** Whose forms these are, and where what they say may wait. */
interface Sender {
  readonly account: string;
  readonly outbox: Outbox;
}

type SendForm = (form: HTMLFormElement, button: HTMLElement | null, sender: Sender) => Promise<void>;

function choose(form: HTMLFormElement): SendForm {
  if (location.pathname === '/sign-out') return signOut;
  if (location.pathname === '/sign-in') return async (shown, button) => leaveToBrowser(shown, button);
  return 'outbox' in form.dataset ? put : send;
}

/** Nothing stays on the phone, even if the box cannot be told. */
const signOut: SendForm = async (form, button, { account }) => {
  await forgetAll(account);
  leaveToBrowser(form, button);
};

const put: SendForm = async (form, button, { outbox }) => {
  stopKeeping(form);
  const sent = outbox.put(form, button);
  form.reset();
  underWay.delete(form);
  await sent;
};

const send: SendForm = async (form, button, { account }) => {
  const fields = readFields(form, button);
  const said = describe(fields);
  const before = tried.get(form);
  const key = before?.said === said ? before.key : createKey();
  tried.set(form, { said, key });
  const keyed = withKey(fields, key);
  const sending = hasFiles(fields)
    ? postFiles(form, addressOf(form), account, keyed)
    : postForm(addressOf(form), account, keyed);
  const response = await sending.catch(() => undefined);
  if (!response || response.status === 429 || response.status >= 500) return complain(form, response);
  showReached(true);
  tried.delete(form);
  // Files stay chosen in the page that is open, and are not sent again for another page with the reason.
  if (!response.ok && hasFiles(fields) && response.status !== 401) return complain(form, response);
  if (!response.ok) return leaveToBrowser(form, button);
  stopKeeping(form);
  await deleteDraft(account, nameForm(form));
  form.reset();
  if (/html/.test(response.headers.get('content-type') ?? ''))
    return takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'));
  await goOn((await response.json()).to);
  await putBackDrafts(account);
};

/** The same for the same texts and files. */
const describe = (fields: FilledFields): string =>
  JSON.stringify(
    fields
      .filter(([name]) => name !== 'key')
      .map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size, value.lastModified]]),
  );

/** Was it refused? Sent by the browser it comes back as a page with the reason beside each field. */
function leaveToBrowser(form: HTMLFormElement, button: HTMLElement | null): void {
  leftToBrowser.add(form);
  form.requestSubmit(button);
}

async function complain(form: HTMLFormElement, response: Response | undefined): Promise<void> {
  if (!response) showReached(false);
  const said = form.querySelector('[data-trouble]') ?? document.createElement('p');
  said.setAttribute('data-trouble', '');
  said.setAttribute('role', 'alert');
  said.className = 'say s stop';
  const body = await response?.json().catch(() => undefined);
  said.textContent = body ? readReason(body) : 'The ship cannot be reached. Nothing is lost: send it again in a while.';
  form.prepend(said);
}
