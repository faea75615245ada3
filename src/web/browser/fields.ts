import type { FilledFields } from './shared/store.ts';

/** Returns the data that a form submits with this button. */
export function readFields(form: HTMLFormElement, button: HTMLElement | null): FilledFields {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string' || value.size > 0);
  const pressed: FilledFields =
    button instanceof HTMLButtonElement && button.name !== '' ? [[button.name, button.value]] : [];
  return [...fields, ...pressed];
}

/** Creates an idempotency key. */
export const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the same data under another key. */
export const replaceKey = (fields: FilledFields, key: string): FilledFields => [
  ...fields.filter(([name]) => name !== 'key'),
  ['key', key],
];

/** Identifies a form for its draft: the page's path, the form's action, and the person it was filled in for, if any. */
export const getFormKey = (form: HTMLFormElement): string => {
  const action = form.elements.namedItem('action');
  const name = `${location.pathname} ${action instanceof HTMLInputElement ? action.value : ''}`;
  return form.dataset.draft === undefined ? name : `${name} ${form.dataset.draft}`;
};

/** Returns the address that a form submits to. */
export const getFormAddress = (form: HTMLFormElement): string =>
  form.getAttribute('action') ?? location.pathname + location.search;

/** A field that the user types into. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

const restoredTypes = new Set(['text', 'email', 'number', 'datetime-local', 'textarea']);

/** Returns the fields whose text must not be lost. Secrets are excluded. */
export const listTextFields = (form: HTMLFormElement): TextField[] =>
  [...form.elements].filter(
    (field): field is TextField =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      restoredTypes.has(field.type) &&
      field.autocomplete !== 'one-time-code',
  );
