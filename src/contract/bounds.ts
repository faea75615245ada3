import * as v from 'valibot';

/**
 * Everything from outside has an end (decision 51): a declaration is checked when it is made, so that no text, list or
 * number without a maximum can be declared.
 */

/** What a search says of itself: what comes after so many characters is ignored, never an error (decision 51). */
export const passedOverAfter = 'x-passed-over-after';

type Schema = v.GenericSchema | v.GenericSchema<never, unknown>;

type Entries = Readonly<Record<string, Schema>>;

/** What comes with a call from outside, as it is declared. */
export interface DeclaredRequest {
  readonly path: string;
  readonly params?: Entries;
  readonly query?: Entries;
  readonly body?: Schema;
}

/** Throws for every text, list or number of a request that has no maximum; names the call and the fields. */
export function assertRequestBounded({ path, params = {}, query = {}, body }: DeclaredRequest): void {
  const unbounded = [
    ...findInEntries(params, 'params'),
    ...findInEntries(query, 'query'),
    ...(body ? findUnbounded(body, 'body') : []),
  ];
  if (unbounded.length > 0) throw new Error(`${path}: no maximum is declared for ${unbounded.join(', ')}`);
}

/** A schema by what it is made of. */
interface Parts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly entries?: Entries;
  readonly options?: readonly unknown[];
}

/** Schemas that have an end of their own. */
const boundedTypes: ReadonlySet<string> = new Set(['boolean', 'literal', 'picklist', 'null', 'undefined']);
const choices: ReadonlySet<string> = new Set(['union', 'variant']);

const findInEntries = (entries: Entries, path: string): string[] =>
  Object.entries(entries).flatMap(([name, entry]) => findUnbounded(entry, `${path}.${name}`));

function findUnbounded(schema: Schema, path: string): string[] {
  if (isBounded(schema)) return findInItems(schema, path);
  const { type, wrapped, entries, options = [] } = schema as Parts;
  if (wrapped) return findUnbounded(wrapped, path);
  if (entries) return findInEntries(entries, path);
  if (choices.has(type)) return options.flatMap((option) => findUnbounded(option as Schema, path));
  return boundedTypes.has(type) ? [] : [path];
}

/** What `wireSchema` says of a scalar or list, which is what the OpenAPI document promises. */
function isBounded(schema: Schema): boolean {
  if (!('pipe' in schema)) return false;
  // A schema with a pipe carries its description in it.
  const promised: Readonly<Record<string, unknown>> = v.getMetadata(schema as v.GenericSchema);
  const sizes = [promised.maxLength, promised.maxItems, promised.maxProperties];
  const ends = [...sizes, promised[passedOverAfter], promised.enum, promised.format];
  // A picture in base64 and a file as text are as long as the limit of the body allows.
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
