/** The JSON of a value that is sent again and again; long ones also as the bytes that go out. */
interface KeptJson {
  readonly text: string;
  readonly bytes: Uint8Array | undefined;
}

const kept = new WeakMap<object, KeptJson>();

/** From this length on, copying bytes is cheaper than encoding the text once more. */
const minCharactersAsBytes = 512;

/**
 * Marks a value that will be sent again and again: its JSON is written now, once, and taken from there wherever the
 * value is a part of a response. The value is frozen, since nothing in it may change any more.
 */
export function keepJson<Value extends object>(value: Value): Value {
  const text = toJson(value);
  kept.set(value, { text, bytes: text.length >= minCharactersAsBytes ? Buffer.from(text) : undefined });
  return Object.freeze(value);
}

/** How many characters the JSON of a value has that `keepJson` was called for; 0 for any other. */
export const countKeptCharacters = (value: object): number => kept.get(value)?.text.length ?? 0;

/** The same text as `JSON.stringify` gives, put together from what is kept; `null` for what has no JSON. */
export function toJson(value: unknown): string {
  const output = new TextOutput();
  write(value, output);
  return output.text;
}

/** The same as it is sent fastest: as bytes where long parts of it are kept. */
export function toJsonBody(value: unknown): string | Uint8Array<ArrayBuffer> {
  const output = new BodyOutput();
  write(value, output);
  return output.end();
}

/** Where JSON is written to. */
interface Output {
  text: string;
  addKept(json: KeptJson): void;
}

class TextOutput implements Output {
  text = '';

  addKept({ text }: KeptJson): void {
    this.text += text;
  }
}

class BodyOutput implements Output {
  /** What was written since the last long part. */
  text = '';
  readonly #parts: Uint8Array[] = [];

  addKept({ text, bytes }: KeptJson): void {
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
  const json = kept.get(value);
  if (json) output.addKept(json);
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
