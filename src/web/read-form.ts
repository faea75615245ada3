import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';
import { type FormParts, maxUrlencodedBytes, readUrlencodedForm } from '#http/form-parts.ts';
import type { Incoming } from '#http/ports.ts';
import { type FormToReceive, fileTooLarge, receiveForm } from '#http/receive-form.ts';
import type { ReadOptions, Sink } from '#http/request-body.ts';
import type { Web } from './web.ts';

/** A form as it was sent. A name that ends in `[]` has all its values, any other name the last one. */
export interface SentForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** All files of each name, in order. */
  readonly files: Readonly<Record<string, readonly ReceivedFile[]>>;
}

/** Limits of a form, and where its parts go. */
type FormOptions = ReadOptions & Pick<FormToReceive, 'parts' | 'fileRules'>;

/**
 * Receives a form from a browser. `parts` is filled while the form is received, and complete when `work` begins.
 * `isInTurn` says whether `work` runs in the sender's turn for heavy work. Throws 400 for anything but a form, and what
 * bodies throw.
 */
export async function receiveParts<Result>(
  { env: { incoming } }: Incoming,
  { ports }: Web,
  options: FormOptions,
  work: (isInTurn: boolean) => Promise<Result>,
): Promise<Result> {
  const type = incoming.headers['content-type'] ?? '';
  if (/^multipart\/form-data\b/i.test(type)) {
    assertFits(incoming, options);
    const form = { ...options, contentType: type };
    const sink: Sink<void> = (chunks, folder) => receiveForm(chunks, form, folder);
    return ports.bodies.receive(incoming, options, sink, () => work(false));
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw malformed('This address only accepts form submissions.');
  const bytes = Math.min(options.bytes, maxUrlencodedBytes);
  return ports.bodies.use(incoming, { ...options, bytes }, (body, isInTurn) => {
    readUrlencodedForm(body.toString(), options.parts);
    return work(isInTurn);
  });
}

/** Throws 413 if the declared length is too long, with the error of the form's one long file. */
function assertFits({ headers }: IncomingMessage, { bytes, fileRules }: FormOptions): void {
  const [[name, rule] = [], ...others] = [...fileRules];
  if (name === undefined || !rule || others.length > 0) return;
  if (Number(headers['content-length'] ?? 0) > bytes) throw fileTooLarge(name, rule);
}

/** Groups parts by name. */
export function groupParts(parts: FormParts): SentForm {
  const texts = createRecord<string>();
  const lists = createRecord<string[]>();
  const files = createRecord<ReceivedFile[]>();
  for (const [name, text] of parts.texts) {
    if (name.endsWith('[]')) add(lists, name, text);
    else texts[name] = text;
  }
  for (const [name, file] of parts.files) add(files, name, file);
  return { texts, lists, files };
}

/** A field may have the name of an object property, such as `constructor`. */
const createRecord = <Value>(): Record<string, Value> => Object.create(null);

function add<Value>(values: Record<string, Value[]>, name: string, value: Value): void {
  const known = values[name];
  if (known) known.push(value);
  else values[name] = [value];
}

/** Returns a form's files as its action reads them: those of `kept` fields as files on the disk, others as base64. */
export async function readFiles(
  { files }: SentForm,
  kept: ReadonlySet<string>,
): Promise<Record<string, readonly (ReceivedFile | string)[]>> {
  const read = createRecord<readonly (ReceivedFile | string)[]>();
  for (const [name, all] of Object.entries(files)) {
    read[name] = kept.has(name) ? all : await Promise.all(all.map(({ path }) => readFile(path, 'base64')));
  }
  return read;
}
