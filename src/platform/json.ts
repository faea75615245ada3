const texts = new WeakMap<object, string>();

/**
 * Marks a value that will be sent again and again: its JSON is written now, once, and taken from there wherever the
 * value is a part of a response. The value is frozen, since nothing in it may change any more.
 */
export function keepJson<Value extends object>(value: Value): Value {
  texts.set(value, writeObject(value));
  return Object.freeze(value);
}

/** How many characters the JSON of a value has that `keepJson` was called for; 0 for any other. */
export const countKeptCharacters = (value: object): number => texts.get(value)?.length ?? 0;

/** The same text as `JSON.stringify` gives, put together from what is kept; undefined for what has no JSON. */
export function toJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return texts.get(value) ?? writeObject(value);
}

function writeObject(value: object): string {
  if (Array.isArray(value)) return writeArray(value);
  if (value instanceof Date) return JSON.stringify(value);
  let members = '';
  for (const name of Object.keys(value)) {
    // An object of an unknown type, whose own properties are asked for by their names.
    const text = toJson((value as Record<string, unknown>)[name]);
    if (text !== undefined) members += `${members === '' ? '' : ','}${writeName(name)}:${text}`;
  }
  return `{${members}}`;
}

function writeArray(values: readonly unknown[]): string {
  let items = '';
  for (const value of values) items += `${items === '' ? '' : ','}${toJson(value) ?? 'null'}`;
  return `[${items}]`;
}

const writeName = (name: string): string => (/^\w+$/.test(name) ? `"${name}"` : JSON.stringify(name));
