/**
 * The JSON of a value that is sent again and again: held once, as text where it is short, else as the bytes that go out,
 * which the garbage collector need not look through.
 */
type CachedJson = string | Uint8Array;

const cached = new WeakMap<object, CachedJson>();

/** From this length on, copying bytes is cheaper than encoding the text once more; what is assembled of such texts is rare. */
const minCharactersAsBytes = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Marks a value that will be sent again and again: its JSON is written now, once, and taken from there wherever the
 * value is a part of a response. The value is frozen, since nothing in it may change any more.
 */
export function cacheJson<Value extends object>(value: Value): Value {
  const text = toJson(value);
  // A text that was assembled holds all its parts until it is written somewhere in one piece.
  const bytes = encoder.encode(text);
  cached.set(value, text.length >= minCharactersAsBytes ? bytes : decoder.decode(bytes));
  return Object.freeze(value);
}

/** What the JSON takes in memory of a value that `cacheJson` was called for, in characters or bytes; 0 for any other. */
export const measureCachedJson = (value: object): number => cached.get(value)?.length ?? 0;

/** The same text as `JSON.stringify` gives, assembled from what is cached; `null` for what has no JSON. */
export function toJson(value: unknown): string {
  const output = new TextOutput();
  write(value, output);
  return output.text;
}

/** The same as it is sent fastest: as bytes where long parts of it are cached. */
export function toJsonBody(value: unknown): string | Uint8Array<ArrayBuffer> {
  const output = new BodyOutput();
  write(value, output);
  return output.end();
}

/** Where JSON is written to. */
interface Output {
  text: string;
  addCached(json: CachedJson): void;
}

class TextOutput implements Output {
  text = '';

  addCached(json: CachedJson): void {
    this.text += typeof json === 'string' ? json : decoder.decode(json);
  }
}

class BodyOutput implements Output {
  /** What was written since the last long part. */
  text = '';
  readonly #parts: Uint8Array[] = [];

  addCached(json: CachedJson): void {
    if (typeof json === 'string') {
      this.text += json;
      return;
    }
    this.#parts.push(Buffer.from(this.text), json);
    this.text = '';
  }

  end(): string | Uint8Array<ArrayBuffer> {
    return this.#parts.length === 0 ? this.text : Buffer.concat([...this.#parts, Buffer.from(this.text)]);
  }
}

function write(value: unknown, output: Output): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    output.text += JSON.stringify(value) ?? 'null';
    return;
  }
  const json = cached.get(value);
  if (json !== undefined) output.addCached(json);
  else if (Array.isArray(value)) writeArray(value, output);
  else writeObject(value, output);
}

function writeArray(values: readonly unknown[], output: Output): void {
  let separator = '[';
  for (const value of values) {
    output.text += separator;
    separator = ',';
    write(value, output);
  }
  output.text += values.length === 0 ? '[]' : ']';
}

function writeObject(value: object, output: Output): void {
  let separator = '{';
  for (const name of Object.keys(value)) {
    // An object of an unknown type, whose own properties are asked for by their names.
    const item = (value as Record<string, unknown>)[name];
    if (item === undefined) continue;
    output.text += separator + writeName(name);
    separator = ',';
    write(item, output);
  }
  output.text += separator === '{' ? '{}' : '}';
}

const writeName = (name: string): string => (/^\w+$/.test(name) ? `"${name}":` : `${JSON.stringify(name)}:`);
