/**
 * The JSON of a value that is sent repeatedly: cached once, as a string if it's short, else as bytes, which the garbage
 * collector needn't scan.
 */
type CachedJson = string | Uint8Array;

const cached = new WeakMap<object, CachedJson>();

/**
 * From this length on, copying bytes is cheaper than encoding the text again; a concatenation of such texts is rare.
 */
const minCharactersAsBytes = 4096;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Caches the JSON of a value that will be sent repeatedly: it's rendered now, once, and reused wherever the value is a
 * part of a response. The value is frozen, since it must not change any more.
 */
export function cacheJson<Value extends object>(value: Value): Value {
  const text = toJson(value);
  // A concatenated string retains all its parts until it's flattened.
  const bytes = encoder.encode(text);
  cached.set(value, text.length >= minCharactersAsBytes ? bytes : decoder.decode(bytes));
  return Object.freeze(value);
}

/** Returns the size of the JSON cached by `cacheJson`, in characters or bytes; 0 for any other value. */
export const measureCachedJson = (value: object): number => cached.get(value)?.length ?? 0;

/** Returns the same text as `JSON.stringify`, built from cached parts; `null` for what has no JSON. */
export function toJson(value: unknown): string {
  const output = new TextOutput();
  write(value, output);
  return output.text;
}

/** Returns the same JSON in the form that's fastest to send: as bytes if long parts of it are cached. */
export function toJsonBody(value: unknown): string | Uint8Array<ArrayBuffer> {
  const output = new BodyOutput();
  write(value, output);
  return output.end();
}

/** A destination for JSON. */
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
  /** The text written since the last long part. */
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
    // An object of unknown type, whose own properties are read by name.
    const item = (value as Record<string, unknown>)[name];
    if (item === undefined) continue;
    output.text += separator + writeName(name);
    separator = ',';
    write(item, output);
  }
  output.text += separator === '{' ? '{}' : '}';
}

const writeName = (name: string): string => (/^\w+$/.test(name) ? `"${name}":` : `${JSON.stringify(name)}:`);
