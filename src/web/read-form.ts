import type { IncomingMessage } from 'node:http';
import { malformed } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/received-file.ts';

/**
 * A form as it was sent: texts, and files as base64, as the calls of the API take them. A name that ends in `[]` has all
 * its values, another one the last.
 */
export interface SentForm {
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** All values of each name, in order. */
  readonly files: Readonly<Record<string, readonly (string | ReceivedFile)[]>>;
}

/** Keeps a file on the disk, for calls that take it from there. */
export type KeepFile = (file: Blob) => Promise<ReceivedFile>;

/** Reads a body that a browser made of a form. Throws 400 for anything else. */
export async function readForm(
  { headers }: IncomingMessage,
  body: Uint8Array<ArrayBuffer>,
  keepFiles: ReadonlyMap<string, KeepFile> = new Map(),
): Promise<SentForm> {
  const type = headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return readParts(new URLSearchParams(Buffer.from(body).toString()), keepFiles);
  }
  if (!/^multipart\/form-data\b/i.test(type)) throw malformed('This address takes what a form sends.');
  const data = await new Response(body, { headers: { 'content-type': type } }).formData().catch(rejectBroken);
  return readParts(data, keepFiles);
}

function rejectBroken(): never {
  throw malformed('The form came in broken. Please send it again.');
}

async function readParts(
  data: Iterable<[string, string | Blob]>,
  keepFiles: ReadonlyMap<string, KeepFile>,
): Promise<SentForm> {
  const texts = createRecord<string>();
  const lists = createRecord<string[]>();
  const files = createRecord<(string | ReceivedFile)[]>();
  const add = <Value>(values: Record<string, Value[]>, name: string, value: Value) => {
    values[name] = [...(values[name] ?? []), value];
  };
  for (const [name, value] of data) {
    // A field in which no file was chosen is sent as an empty one.
    if (typeof value !== 'string') {
      const read = keepFiles.get(name) ?? toBase64;
      if (value.size > 0) add(files, name, await read(value));
    } else if (name.endsWith('[]')) add(lists, name, value);
    else texts[name] = value;
  }
  return { texts, lists, files };
}

/** A name that every object knows, such as `constructor`, is a field like any other. */
const createRecord = <Value>(): Record<string, Value> => Object.create(null);

const toBase64 = async (file: Blob): Promise<string> => Buffer.from(await file.arrayBuffer()).toString('base64');
