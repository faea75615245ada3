import { isUtf8 } from 'node:buffer';
import { AppError, malformed } from '#contract/errors.ts';

/** Reads a text body. Throws 400 unless it's valid UTF-8. */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw malformed('The request body is not valid UTF-8.', 'unreadableBody');
  return body.toString('utf8');
}

/**
 * Whether any text in a JSON value has a lone surrogate: UTF-8 can't encode it, and databases don't store it. Doesn't
 * recurse, since bodies may be deeply nested.
 */
function hasLoneSurrogate(json: unknown): boolean {
  const waiting = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && !Object.keys(value).every((name) => name.isWellFormed())) return true;
    for (const member of Object.values(value)) waiting.push(member);
  }
  return false;
}

/** Reads a JSON body. Throws 422 if there's none and 400 if it isn't JSON in UTF-8 (core rule 19). */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new AppError('bodyMissing', 'This endpoint requires a JSON body.');
  const text = readText(body);
  const value = readJson(text);
  // The bytes are UTF-8, so only an escape can produce a lone surrogate.
  if (text.includes('\\u') && hasLoneSurrogate(value))
    throw malformed('The request body contains an unpaired surrogate.', 'unreadableBody');
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The request body is not valid JSON.', 'unreadableBody');
  }
}
