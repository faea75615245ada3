import type { IncomingMessage } from 'node:http';
import { malformed } from '#contract/errors.ts';

/** A form as it was sent: texts, and files as base64, as the calls of the API take them. */
export interface SentForm {
  readonly texts: Readonly<Record<string, string>>;
  /** All values of each name, in order. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Reads a body that a browser made of a form. Throws 400 for anything else. */
export async function readForm({ headers }: IncomingMessage, body: Uint8Array<ArrayBuffer>): Promise<SentForm> {
  const type = headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return { texts: Object.fromEntries(new URLSearchParams(Buffer.from(body).toString())), files: {} };
  }
  if (!/^multipart\/form-data\b/i.test(type)) throw malformed('This address takes what a form sends.');
  return readParts(await new Response(body, { headers: { 'content-type': type } }).formData().catch(rejectBroken));
}

function rejectBroken(): never {
  throw malformed('The form came in broken. Please send it again.');
}

async function readParts(data: FormData): Promise<SentForm> {
  const texts: Record<string, string> = {};
  const files: Record<string, string[]> = {};
  for (const [name, value] of data) {
    if (typeof value === 'string') texts[name] = value;
    // A field in which no file was chosen is sent as an empty one.
    else if (value.size > 0) files[name] = [...(files[name] ?? []), await toBase64(value)];
  }
  return { texts, files };
}

const toBase64 = async (file: Blob): Promise<string> => Buffer.from(await file.arrayBuffer()).toString('base64');
