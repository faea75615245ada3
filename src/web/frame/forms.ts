import { randomUUID } from 'node:crypto';
import { heicRefused } from '#platform/pictures/picture-rejected.ts';
import type { Visit, VisitWith } from '../visit.ts';
import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';

/** One field of a form. */
export interface FieldOptions {
  /** The name under which the action reads it. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'search' | 'file' | 'datetime-local' | 'number';
  /** What is typed that isn't sentences, so that phones neither correct nor capitalize it. */
  readonly kind?: FieldKind;
  readonly value?: string | undefined;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isMultiline?: boolean;
  /**
   * Holds the username of one person or several, or mentions them with an @ before each; the script of the page suggests
   * them.
   */
  readonly names?: 'one' | 'several' | 'mentioned';
  /** Images, for a file. */
  readonly accept?: string;
  /** Several files. */
  readonly isMultiple?: boolean;
}

/** As it's typed. */
const exact = { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' };
/** As people write their names. */
const asName = { autocapitalize: 'words', autocorrect: 'off', spellcheck: 'false' };

/** How a phone's keyboard and the browser's memory treat a field, by what is typed into it. */
const kinds = {
  username: { type: 'text', autocomplete: 'username', ...exact },
  otherUsername: { type: 'text', autocomplete: 'off', ...exact },
  // Phones neither capitalize nor correct passwords and email addresses.
  currentPassword: { type: 'password', autocomplete: 'current-password', spellcheck: 'false' },
  newPassword: { type: 'password', autocomplete: 'new-password', spellcheck: 'false' },
  /** Secrets that are shown while they are typed; phones don't store them as drafts. */
  code: { type: 'text', autocomplete: 'one-time-code', ...exact },
  name: { type: 'text', autocomplete: 'name', ...asName },
  nickname: { type: 'text', autocomplete: 'nickname', ...asName },
  otherName: { type: 'text', autocomplete: 'off', ...asName },
  email: { type: 'email', autocomplete: 'email', spellcheck: 'false' },
  /** Words that have to match, names of programs, addresses. */
  word: { type: 'text', autocomplete: 'off', ...exact },
} as const satisfies Record<string, Readonly<Record<string, string>>>;
export type FieldKind = keyof typeof kinds;

/** Fields of one action: they show what was typed and what was wrong when it was refused. */
export function fieldsOf<Action extends string>(visit: Pick<Visit, 'failure'> & VisitWith<Action>, action: Action) {
  const failure = visit.failure?.action === action ? visit.failure : undefined;
  return {
    /** What is wrong with no field in particular. */
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
    /** One of several words. */
    choice: ({ name, label, options, value }: ChoiceOptions): Html => {
      const id = `${action}-${name}`;
      const chosen = failure?.typed[name] ?? value;
      return html`<p class="field"><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.map(
        ([word, text]) => html`<option value="${word}"${word === chosen ? html` selected` : nothing}>${text}</option>`,
      )}</select></p>`;
    },
    /** Yes or no; one of several when the name ends in `[]`. */
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
  /** What is sent, and what is read. */
  readonly options: readonly (readonly [word: string, text: string])[];
  readonly value?: string | undefined;
}

interface CheckOptions {
  readonly name: string;
  readonly label: Html | string;
  readonly value?: string;
  readonly isChecked?: boolean;
}

/** Pictures that the ship takes (decision 74). */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/tiff';

/** Says what went wrong; nothing where nothing did. */
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

const isPassword = ({ kind }: FieldOptions): boolean => kind !== undefined && kinds[kind].type === 'password';

function showInput(options: FieldOptions, id: string, described: string, wrong: string | undefined): Html {
  const { name, value, accept, type = 'text', kind = options.names && 'otherUsername' } = options;
  const typing = Object.entries(kind === undefined ? { type } : kinds[kind]);
  return html`<input id="${id}" name="${name}"${typing.map(([attributeName, said]) => attribute(attributeName, said))}${attribute('value', value)}${attribute('accept', accept)}${accept === pictureTypes ? html` data-no-heic="${heicRefused}"` : nothing}${attribute('multiple', options.isMultiple)}${attribute('data-names', options.names)}${sharedAttributes(options, described, wrong)}>`;
}

function showTextArea(options: FieldOptions, id: string, described: string, wrong: string | undefined): Html {
  return html`<textarea id="${id}" name="${options.name}" rows="3"${attribute('data-names', options.names)}${sharedAttributes(options, described, wrong)}>${
    options.value ?? ''
  }</textarea>`;
}

/** Stands for the visit in forms that ask for a page instead of carrying out an action. */
export const asking = { failure: undefined, action: (name: string) => name };

/** Says which action of the page a form is for. */
export const actionField = <Action extends string>(visit: VisitWith<Action>, action: Action): Html =>
  html`<input type="hidden" name="action" value="${visit.action(action)}">`;

/** Names this very form: when it is sent twice, what it says is done once. */
export const keyField = (): Html => html`<input type="hidden" name="key" value="${randomUUID()}">`;
