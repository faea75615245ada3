/** Rejects unsupported photos when they're chosen instead of after the upload. */
export function refuseHeic(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.noHeic !== undefined)
      removeHeicFiles(target, target.dataset.noHeic);
  });
}

function removeHeicFiles(field: HTMLInputElement, sentence: string): void {
  const files = [...(field.files ?? [])];
  const others = files.filter((file) => !isHeic(file));
  const isRefused = others.length < files.length;
  if (isRefused) setFiles(field, others);
  showRefusal(field, isRefused ? sentence : '');
}

function setFiles(field: HTMLInputElement, files: readonly File[]): void {
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  field.files = chosen.files;
}

/** Not every browser knows the media type. */
const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

function showRefusal(field: HTMLInputElement, text: string): void {
  const next = field.nextElementSibling;
  const note = next?.matches('[data-refusal]') ? next : document.createElement('span');
  note.className = 'say s stop';
  note.setAttribute('data-refusal', '');
  note.setAttribute('role', 'alert');
  if (note !== next) field.after(note);
  note.textContent = text;
}
