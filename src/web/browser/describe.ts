/** Shows a field to describe each chosen picture. Without the script, the page shows all of them. */
export function askForDescriptions(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') fitDescriptions(target.form);
  });
  // The form is only empty after the event.
  document.addEventListener('reset', ({ target }) =>
    setTimeout(() => target instanceof HTMLFormElement && fitDescriptions(target)),
  );
  fitDescriptions(document);
}

/** Hides the fields of pictures that aren't chosen, and says which picture each of the others is for. */
export function fitDescriptions(part: ParentNode | null): void {
  for (const group of part?.querySelectorAll<HTMLElement>('[data-describes]') ?? []) {
    const input = group.closest('form')?.elements.namedItem(group.dataset.describes ?? '');
    const files = [...((input instanceof HTMLInputElement && input.files) || [])];
    for (const [index, field] of [...group.children].entries()) {
      const file = files[index];
      field.toggleAttribute('hidden', file === undefined);
      nameFile(field, files.length > 1 ? file : undefined);
    }
  }
}

function nameFile(field: Element, file: File | undefined): void {
  const label = field.querySelector('label');
  const name = label?.querySelector('span') ?? document.createElement('span');
  name.className = 'soft';
  name.textContent = file ? ` ${file.name}` : '';
  if (name.parentNode !== label) label?.append(name);
}
