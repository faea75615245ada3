import * as v from 'valibot';

/**
 * Bounds all input (decision 51): a declaration is checked when it's created, so no text, list or number can be
 * declared without a maximum.
 */

/** Metadata of a search: characters beyond this length are ignored, never an error (decision 51). */
export const truncationKey = 'x-truncated-after';

type Schema = v.GenericSchema | v.GenericSchema<never, unknown>;

type Entries = Readonly<Record<string, Schema>>;

/** The declared input of a call. */
export interface DeclaredRequest {
  readonly path: string;
  readonly params?: Entries;
  readonly query?: Entries;
  readonly body?: Schema;
}

/** Throws for every text, list or number of a request without a maximum; names the call and the fields. */
export function assertRequestBounded({ path, params = {}, query = {}, body }: DeclaredRequest): void {
  const unbounded = [
    ...findInEntries(params, 'params'),
    ...findInEntries(query, 'query'),
    ...(body ? findUnbounded(body, 'body') : []),
  ];
  if (unbounded.length > 0) throw new Error(`${path}: no maximum is declared for ${unbounded.join(', ')}`);
}

/** The inner parts of a schema. */
interface SchemaParts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly entries?: Entries;
  readonly options?: readonly unknown[];
}

/** Schemas that are bounded by themselves. */
const boundedTypes: ReadonlySet<string> = new Set(['boolean', 'literal', 'picklist', 'null', 'undefined']);
const choiceTypes: ReadonlySet<string> = new Set(['union', 'variant']);

const findInEntries = (entries: Entries, path: string): string[] =>
  Object.entries(entries).flatMap(([name, entry]) => findUnbounded(entry, `${path}.${name}`));

function findUnbounded(schema: Schema, path: string): string[] {
  if (isBounded(schema)) return findInItems(schema, path);
  const { type, wrapped, entries, options = [] } = schema as SchemaParts;
  if (wrapped) return findUnbounded(wrapped, path);
  if (entries) return findInEntries(entries, path);
  if (choiceTypes.has(type)) return options.flatMap((option) => findUnbounded(option as Schema, path));
  return boundedTypes.has(type) ? [] : [path];
}

/** The `wireSchema` of a scalar or list, which is what the OpenAPI document promises. */
function isBounded(schema: Schema): boolean {
  if (!('pipe' in schema)) return false;
  // A schema with a pipe has its description in the pipe.
  const promised: Readonly<Record<string, unknown>> = v.getMetadata(schema as v.GenericSchema);
  const sizes = [promised.maxLength, promised.maxItems, promised.maxProperties];
  const ends = [...sizes, promised[truncationKey], promised.enum, promised.format];
  // The body limit bounds a base64 picture and a text file.
  const hasEnd = [...ends, promised.contentEncoding, promised.contentMediaType].some((end) => end !== undefined);
  return hasEnd || promised.type === 'integer' || promised.type === 'boolean';
}

function findInItems(schema: Schema, path: string): string[] {
  const items = listItems(schema);
  return items ? findUnbounded(items, `${path}.0`) : [];
}

/** The item schema of a `list`. */
export function listItems(schema: Schema): v.GenericSchema | undefined {
  return 'listOf' in schema ? (schema.listOf as v.GenericSchema) : undefined;
}
