import { randomUUID } from 'node:crypto';
import { heicRejected } from '#platform/pictures/picture-rejected.ts';
import type { Visit, VisitWith } from '../visit.ts';
import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';

/** One field of a form. */
export interface FieldOptions {
  /** The name that the action reads the field by. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'search' | 'file' | 'datetime-local' | 'number';
  /** The kind of text, if it isn't sentences, so that phones neither correct nor capitalize it. */
  readonly kind?: FieldKind;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isMultiline?: boolean;
  /** Holds one or several usernames, or mentions with an @ before each; the page's script suggests people. */
  readonly names?: 'one' | 'several' | 'mentioned';
  /** Accepts images, for a file. */
  readonly accept?: string;
  /** Accepts several files. */
  readonly isMultiple?: boolean;
}

/** Exactly as typed. */
const exactTextAttributes = { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' };
/** Names of people. */
const personName = { autocapitalize: 'words', autocorrect: 'off', spellcheck: 'false' };

/** Attributes for a phone's keyboard and the browser's autocomplete, by the kind of text. */
const fieldKinds = {
  username: { type: 'text', autocomplete: 'username', ...exactTextAttributes },
  otherUsername: { type: 'text', autocomplete: 'off', ...exactTextAttributes },
  // Phones neither capitalize nor correct passwords and email addresses.
  currentPassword: { type: 'password', autocomplete: 'current-password', spellcheck: 'false' },
  newPassword: { type: 'password', autocomplete: 'new-password', spellcheck: 'false' },
  /** Secrets that are visible while typed; they aren't stored as drafts. */
  code: { type: 'text', autocomplete: 'one-time-code', ...exactTextAttributes },
  name: { type: 'text', autocomplete: 'name', ...personName },
  nickname: { type: 'text', autocomplete: 'nickname', ...personName },
  otherName: { type: 'text', autocomplete: 'off', ...personName },
  email: { type: 'email', autocomplete: 'email', spellcheck: 'false' },
  /** Codes, names of programs and addresses, which have to match exactly. */
  word: { type: 'text', autocomplete: 'off', ...exactTextAttributes },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type FieldKind = keyof typeof fieldKinds;

/** Renders the fields of one action. If the form was rejected, they show what was typed and what was wrong. */
export function createFields<Action extends string>(visit: Pick<Visit, 'failure'> & VisitWith<Action>, action: Action) {
  const failure = visit.failure?.action === action ? visit.failure : undefined;
  return {
    /** The error that concerns no field in particular. */
    trouble: (): Html => {
      if (failure) failure.isReasonShown = true;
      return troubleNote(failure?.reason);
    },
    field: (options: FieldOptions): Html =>
      showField(
        {
          ...options,
          value: isPassword(options) ? undefined : (failure?.typed[options.name] ?? options.value),
        },
        `${action}-${options.name}`,
        failure?.fields[options.name],
      ),
    /** A choice of one word. */
    choice: ({ name, label, options, value }: ChoiceOptions): Html => {
      const id = `${action}-${name}`;
      const chosen = failure?.typed[name] ?? value;
      return html`<p class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.map(
        ([word, text]) => html`<option value="${word}"${word === chosen ? html` selected` : nothing}>${text}</option>`,
      )}</select></p>`;
    },
    /** A checkbox; one of several if the name ends in `[]`. */
    check: ({ name, label, value = 'on', isChecked = false }: CheckOptions): Html => {
      const id = `${action}-${name.replace('[]', '')}-${value}`;
      const sent = name.endsWith('[]') ? failure?.chosen[name]?.includes(value) : failure?.typed[name] === value;
      const checked = failure ? sent : isChecked;
      return html`<p class="check"><input type="checkbox" id="${id}" name="${name}" value="${value}"${
        checked ? html` checked` : nothing
      }><label for="${id}">${label}</label></p>`;
    },
  };
}

interface ChoiceOptions {
  readonly name: string;
  readonly label: string;
  /** The value that's sent, and its label. */
  readonly options: readonly (readonly [word: string, text: string])[];
  readonly value?: string | undefined;
}

interface CheckOptions {
  readonly name: string;
  readonly label: Html | string;
  readonly value?: string;
  readonly isChecked?: boolean;
}

/** Media types of pictures that the server accepts (decision 74). */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/tiff';

/** Renders an error; nothing if there is none. */
export const troubleNote = (wrong: string | undefined): Html =>
  when(wrong, (reason) => html`<p class="say s stop" role="alert">${icon('circle-alert')}<span>${reason}</span></p>`);

function showField(options: FieldOptions, id: string, wrong: string | undefined): Html {
  const { label, hint } = options;
  const described = [wrong && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return html`<p class="field">
<label for="${id}">${label}</label>
${options.isMultiline ? showTextArea(options, id, described, wrong) : showInput(options, id, described, wrong)}
${when(wrong, (reason) => html`<span class="say s stop" id="${id}-wrong">${icon('circle-alert')}<span>${reason}</span></span>`)}
${when(hint, (text) => html`<span class="hint" id="${id}-hint">${text}</span>`)}
</p>`;
}

const attribute = (name: string, value: string | number | boolean | undefined): Html => {
  if (value === undefined || value === false || value === '') return nothing;
  return value === true ? html` ${name}` : html` ${name}="${value}"`;
};

function sharedAttributes(options: FieldOptions, described: string, wrong: string | undefined): Html {
  return html`${attribute('required', options.isRequired)}${attribute('minlength', options.minLength)}${attribute(
    'maxlength',
    options.maxLength,
  )}${attribute('min', options.minimum)}${attribute('max', options.maximum)}${attribute('aria-describedby', described)}${attribute('aria-invalid', wrong && 'true')}`;
}

const isPassword = ({ kind }: FieldOptions): boolean => kind !== undefined && fieldKinds[kind].type === 'password';

function showInput(options: FieldOptions, id: string, described: string, wrong: string | undefined): Html {
  const { name, value, accept, type = 'text', kind = options.names && 'otherUsername' } = options;
  const typing = Object.entries(kind === undefined ? { type } : fieldKinds[kind]);
  return html`<input id="${id}" name="${name}"${typing.map(([attributeName, said]) => attribute(attributeName, said))}${attribute('value', value)}${attribute('accept', accept)}${accept === pictureTypes ? html` data-no-heic="${heicRejected}"` : nothing}${attribute('multiple', options.isMultiple)}${attribute('data-names', options.names)}${sharedAttributes(options, described, wrong)}>`;
}

function showTextArea(options: FieldOptions, id: string, described: string, wrong: string | undefined): Html {
  return html`<textarea id="${id}" name="${options.name}" rows="3"${attribute('data-names', options.names)}${sharedAttributes(options, described, wrong)}>${
    options.value ?? ''
  }</textarea>`;
}

/** Replaces the visit in forms that request a page instead of running an action. */
export const requestingPage = { failure: undefined, action: (name: string) => name };

/** Names the action of the page that a form is for. */
export const actionField = <Action extends string>(visit: VisitWith<Action>, action: Action): Html =>
  html`<input type="hidden" name="action" value="${visit.action(action)}">`;

/** The form's idempotency key: if it's sent twice, it's processed once. */
export const keyField = (): Html => html`<input type="hidden" name="key" value="${randomUUID()}">`;
