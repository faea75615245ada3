import { getFormKey, listTextFields } from './fields.ts';
import { fitFields } from './grow.ts';
import { deleteDraft, findDraft, saveDraft } from './shared/store.ts';

const pauseInTyping = 150;

/** Forms that have changed since their draft was last saved. */
const changedForms = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>();

/** Saves drafts while the user types and restores them when a page is opened again. */
export function keepDrafts(account: string): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof HTMLElement ? target.closest('form') : null;
    if (form?.method !== 'post' || isConfidential(form)) return;
    clearTimeout(changedForms.get(form));
    changedForms.set(
      form,
      setTimeout(() => void keep(account, form), pauseInTyping),
    );
  });
  const keepAll = () => {
    for (const form of changedForms.keys()) void keep(account, form);
  };
  document.addEventListener('visibilitychange', keepAll);
  addEventListener('pagehide', keepAll);
}

/** On a phone that people share, what was typed into such a form must not be found by the next person. */
const isConfidential = (form: HTMLFormElement): boolean => form.dataset.confidential !== undefined;

async function keep(account: string, form: HTMLFormElement): Promise<void> {
  stopKeeping(form);
  const typed = listTextFields(form).filter(({ value, defaultValue }) => value !== defaultValue);
  const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  const kept =
    typed.length === 0
      ? deleteDraft(account, getFormKey(form))
      : saveDraft({ account, form: getFormKey(form), values });
  // If the phone can't store drafts, the text is only in the form.
  await kept.catch(() => {});
}

/** Discards unsaved changes of a form: they were sent. */
export function stopKeeping(form: HTMLFormElement): void {
  clearTimeout(changedForms.get(form));
  changedForms.delete(form);
}

/** Restores drafts into the forms of this page that are still empty. */
export async function putBackDrafts(account: string): Promise<void> {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    const fields = listTextFields(form);
    const draft = fields.length > 0 && (await findDraft(account, getFormKey(form)).catch(() => undefined));
    if (!draft || fields.some(({ value, defaultValue }) => value !== defaultValue) || hasErrors(form)) continue;
    for (const field of fields) field.value = draft.values[field.name] ?? field.value;
    fitFields(form);
  }
}

/** Whether the form shows errors. It then has what was typed last, so its draft isn't restored. */
const hasErrors = (form: HTMLFormElement): boolean => form.querySelector('[aria-invalid], [role="alert"]') !== null;
