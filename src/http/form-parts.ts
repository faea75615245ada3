import { AppError, malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';

/** The parts of a form by field name, in the order they arrived. */
export interface FormParts {
  readonly texts: (readonly [name: string, text: string])[];
  readonly files: NamedFile[];
}

export type NamedFile = readonly [name: string, file: ReceivedFile];

/** Limits of every form, in both encodings. */
export const formLimits = {
  /** Decoded size of all texts and their names. */
  textBytes: 64 * 1024,
  fields: 1000,
  files: 20,
} as const;

const { textBytes, fields, files } = formLimits;

/** Bytes of a form in `application/x-www-form-urlencoded`: up to three per byte of text, plus `=` and `&` for each field. */
export const maxUrlencodedBytes = 3 * textBytes + 2 * fields;

export const tooMuchTextError = () =>
  new AppError('tooLarge', `The text in this form is too large: the limit is ${textBytes} bytes.`);
export const tooManyPartsError = () => malformed(`A form can have up to ${fields} fields and ${files} files.`);

/** Returns a function that adds a text to `parts`. It throws 400 or 413 as soon as the form exceeds a limit. */
export function createTextCollector({ texts }: FormParts): (name: string, text: string) => void {
  let size = 0;
  return (name, text) => {
    size += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (size > textBytes) throw tooMuchTextError();
    if (texts.length === fields) throw tooManyPartsError();
    texts.push([name, text]);
  };
}

/** Adds the fields of an `application/x-www-form-urlencoded` form to `parts`. Throws like `createTextCollector`. */
export function readUrlencodedForm(form: string, parts: FormParts): void {
  const addText = createTextCollector(parts);
  // Field by field, so a form with too many fields costs no more than one that's accepted.
  for (let start = 0; start < form.length; ) {
    const separator = form.indexOf('&', start);
    const end = separator < 0 ? form.length : separator;
    if (end > start) for (const [name, text] of new URLSearchParams(form.slice(start, end))) addText(name, text);
    start = end + 1;
  }
}
