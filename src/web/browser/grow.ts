/**
 * Makes fields as tall as what's typed, up to the limit that the style sets. Does nothing where the browser does it by
 * itself.
 */
export function growFields(): void {
  document.addEventListener('input', ({ target }) => target instanceof HTMLTextAreaElement && fitFields(target.form));
  // The form is empty only after the event.
  document.addEventListener('reset', ({ target }) =>
    setTimeout(() => target instanceof HTMLFormElement && fitFields(target)),
  );
  fitFields(document);
}

/** Makes the fields of a form as tall as what's in them. */
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
