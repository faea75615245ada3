import * as v from 'valibot';
import { listItems } from './bounds.ts';

/**
 * Checks that everything a declaration accepts fits into the call's body limit: a list of a thousand ids in a body that
 * holds half of them would always get 413.
 */

type Schema = v.GenericSchema | v.GenericSchema<never, unknown>;

/** A text or list at its maximum length, and the size of the shortest JSON that contains it. */
interface SizedField {
  readonly path: string;
  readonly bytes: number;
}

/** Size of the JSON in bytes. */
interface JsonSize {
  /** Size of the shortest text that the schema accepts. */
  readonly minBytes: number;
  /** With one of its texts or lists at its maximum, the rest as short as possible. */
  readonly maxima: readonly SizedField[];
}

/** The inner parts of a schema. */
interface SchemaParts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

/**
 * Throws if a text or list of the body, at its maximum, doesn't fit into `maxBytes`; names the call and the field.
 */
export function assertFits(call: string, body: Schema, maxBytes: number): void {
  const misfits = measure(body, 'body').maxima.filter(({ bytes }) => bytes > maxBytes);
  const named = misfits.map(({ path, bytes }) => `${path} at its maximum takes ${bytes} bytes`).join(', ');
  if (misfits.length > 0) throw new Error(`${call}: ${named}, and the body may have ${maxBytes}: name a bodyLimit`);
}

const quotes = 2;
/** Counts a comma after each value, including the last one, which has none. */
const comma = 1;
/** The most UTF-8 takes for a character, ignoring combining marks and joined emoji. */
const bytesPerCharacter = 4;
const fixedSize = (minBytes: number): JsonSize => ({ minBytes, maxima: [] });
const measureJson = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function measure(schema: Schema, path: string): JsonSize {
  const { type, wrapped, entries, options = [], literal } = schema as SchemaParts;
  const items = listItems(schema);
  const promised = readJsonSchema(schema);
  if (items) return measureList(items, Number(promised.maxItems), path);
  if (type === 'string' || promised.format !== undefined) return measureText(promised, path);
  if (wrapped) return measure(wrapped, path);
  if (entries) return measureObject(entries, path);
  if (type === 'picklist') return fixedSize(Math.min(...options.map(measureJson)));
  if (options.length > 0) return measureChoice(options as readonly Schema[], path);
  return fixedSize(literal === undefined ? 1 : measureJson(literal));
}

function readJsonSchema(schema: Schema): Readonly<Record<string, unknown>> {
  // A schema with a pipe has its description in the pipe.
  return 'pipe' in schema ? v.getMetadata(schema as v.GenericSchema) : {};
}

const fixedLengths: Readonly<Record<string, number>> = {
  uuid: '00000000-0000-4000-8000-000000000000'.length,
  'date-time': '2025-03-01T00:00:00Z'.length,
};

/** Pictures have their own limit, in addition to that of texts. */
function measureText({ minLength, maxLength, format }: Readonly<Record<string, unknown>>, path: string): JsonSize {
  const minBytes = quotes + (fixedLengths[String(format)] ?? Number(minLength ?? 0));
  if (maxLength === undefined) return fixedSize(minBytes);
  return { minBytes, maxima: [{ path, bytes: quotes + bytesPerCharacter * Number(maxLength) }] };
}

function measureList(items: Schema, maxItems: number, path: string): JsonSize {
  const brackets = 2;
  const item = measure(items, `${path}.0`);
  const full = { path, bytes: brackets + maxItems * (item.minBytes + comma) };
  return { minBytes: brackets, maxima: [full, ...addBytesToEach(item.maxima, brackets)] };
}

const optionalTypes: ReadonlySet<string> = new Set(['optional', 'nullish', 'exact_optional', 'undefinedable']);

function measureObject(entries: Readonly<Record<string, Schema>>, path: string): JsonSize {
  const members = Object.entries(entries).map(([name, schema]) => {
    const { minBytes, maxima } = measure(schema, `${path}.${name}`);
    const key = quotes + name.length + ':'.length + comma;
    const isOptional = optionalTypes.has((schema as SchemaParts).type);
    return { minBytes: isOptional ? 0 : key + minBytes, maxima: addBytesToEach(maxima, key) };
  });
  const braces = 2;
  const minBytes = members.reduce((sum, member) => sum + member.minBytes, braces);
  return { minBytes, maxima: members.flatMap((member) => addBytesToEach(member.maxima, minBytes - member.minBytes)) };
}

function measureChoice(options: readonly Schema[], path: string): JsonSize {
  const sizes = options.map((option) => measure(option, path));
  return {
    minBytes: Math.min(...sizes.map(({ minBytes }) => minBytes)),
    maxima: sizes.flatMap(({ maxima }) => maxima),
  };
}

const addBytesToEach = (maxima: readonly SizedField[], bytes: number): SizedField[] =>
  maxima.map((maximum) => ({ ...maximum, bytes: maximum.bytes + bytes }));
