import * as v from 'valibot';

/**
 * Everything from outside has an end (decision 51): a declaration is checked when it is made, so that no text, list or
 * number without a maximum can be declared.
 */

type Schema = v.GenericSchema | v.GenericSchema<never, unknown>;

/** Throws for every text, list or number of a request that has no maximum. */
export function assertBounded(schema: Schema, path: string): void {
  const unbounded = findUnbounded(schema as v.GenericSchema, path);
  if (unbounded.length > 0) throw new Error(`no maximum is declared for ${unbounded.join(', ')}`);
}

/** Schemas by what they are made of; each that is not named here has an end of its own (words, booleans, dates). */
interface Parts {
  readonly type: string;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly options?: readonly unknown[];
}

function findUnbounded(schema: v.GenericSchema, path: string): string[] {
  if (isBounded(schema)) return findInItems(schema, path);
  const { type, wrapped, entries, options } = schema as Parts;
  if (wrapped) return findUnbounded(wrapped, path);
  if (entries) return Object.entries(entries).flatMap(([name, entry]) => findUnbounded(entry, `${path}.${name}`));
  if (type === 'union' || type === 'variant')
    return (options ?? []).flatMap((option) => findUnbounded(option as v.GenericSchema, path));
  return ['string', 'number', 'array', 'record', 'unknown', 'any', 'custom'].includes(type) ? [path] : [];
}

/** What `wireSchema` says of a scalar or list, which is what the OpenAPI document promises. */
function isBounded(schema: v.GenericSchema): boolean {
  if (!('pipe' in schema)) return false;
  const promised: Readonly<Record<string, unknown>> = v.getMetadata(schema);
  const { maxLength, maxItems, enum: words, format, contentEncoding, type } = promised;
  // A base64 text is as long as the picture it holds; the limit of the body holds it.
  const hasForm = format !== undefined || contentEncoding !== undefined || words !== undefined;
  return hasForm || maxLength !== undefined || maxItems !== undefined || type === 'integer' || type === 'boolean';
}

function findInItems(schema: v.GenericSchema, path: string): string[] {
  const items = listItems(schema);
  return items ? findUnbounded(items, `${path}.0`) : [];
}

/** The item schema of a `list`. */
export function listItems(schema: v.GenericSchema): v.GenericSchema | undefined {
  return 'listOf' in schema ? (schema.listOf as v.GenericSchema) : undefined;
}
