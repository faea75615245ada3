/** The JSON of a value that is sent again and again; long ones also as the bytes that go out. */
interface CachedJson {
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
}

const cached = new WeakMap<object, CachedJson>();

/** From this length on, copying bytes is cheaper than encoding the text once more. */
const minCharactersAsBytes = 512;

/**
 * Marks a value that will be sent again and again: its JSON is written now, once, and taken from there wherever the
 * value is a part of a response. The value is frozen, since nothing in it may change any more.
 */
export function cacheJson<Value extends object>(value: Value): Value {
  const text = toJson(value);
  cached.set(value, { text, bytes: text.length >= minCharactersAsBytes ? Buffer.from(text) : undefined });
  return Object.freeze(value);
}

/** What the JSON takes in memory of a value that `cacheJson` was called for, in characters and bytes; 0 for any other. */
export function measureCachedJson(value: object): number {
  const json = cached.get(value);
  return json ? json.text.length + (json.bytes?.length ?? 0) : 0;
}

/** The same text as `JSON.stringify` gives, put together from what is cached; `null` for what has no JSON. */
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

  addCached({ text }: CachedJson): void {
    this.text += text;
  }
}

class BodyOutput implements Output {
  /** What was written since the last long part. */
  text = '';
  readonly #parts: Uint8Array[] = [];

  addCached({ text, bytes }: CachedJson): void {
    if (bytes === undefined) {
      this.text += text;
      return;
    }
    this.#parts.push(Buffer.from(this.text), bytes);
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
  if (json) output.addCached(json);
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
