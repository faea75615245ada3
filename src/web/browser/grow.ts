/**
 * Makes fields as tall as their text, up to the limit set by the style. Does nothing in browsers that do this
 * themselves.
 */
export function growFields(): void {
  document.addEventListener('input', ({ target }) => target instanceof HTMLTextAreaElement && fitFields(target.form));
  // The form is only empty after the event.
  document.addEventListener('reset', ({ target }) =>
    setTimeout(() => target instanceof HTMLFormElement && fitFields(target)),
  );
  fitFields(document);
}

/** Resizes the fields of a form to fit their text. */
export function fitFields(form: ParentNode | null): void {
  if (!form || CSS.supports('field-sizing', 'content')) return;
  for (const field of form.querySelectorAll('textarea')) fit(field);
}

function fit(field: HTMLTextAreaElement): void {
  field.rows = 1;
  field.style.height = 'auto';
  const border = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + border}px`;
}
