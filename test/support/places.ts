import * as v from 'valibot';
import { listItems, truncatedAfterKey } from '#contract/bounds.ts';
import { oneLine } from '#contract/fields.ts';

/** The limits that a declaration sets for a scalar or list. */
export interface DeclaredLimits {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly [truncatedAfterKey]?: number;
  readonly [oneLine]?: boolean;
}

/** One place of a request that has a maximum. */
export interface LimitedField {
  /** The name of a parameter, or the path to a field of a body; 0 for the items of a list. */
  readonly path: readonly (string | number)[];
  readonly promised: DeclaredLimits;
}

interface Parts {
  readonly wrapped?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly options?: readonly unknown[];
}

const isSchema = (option: unknown): option is v.GenericSchema => typeof option === 'object' && option !== null;

/** Every place of a declared schema that has a maximum. */
export function listLimitedFields(schema: v.GenericSchema, path: LimitedField['path'] = []): LimitedField[] {
  const promised: DeclaredLimits = 'pipe' in schema ? v.getMetadata(schema) : {};
  const items = listItems(schema);
  const inItems = items ? listLimitedFields(items, [...path, 0]) : [];
  if (hasMaximum(promised)) return [{ path, promised }, ...inItems];
  const { wrapped, entries = {}, options = [] } = schema as Parts;
  if (wrapped) return listLimitedFields(wrapped, path);
  return [
    ...Object.entries(entries).flatMap(([name, entry]) => listLimitedFields(entry, [...path, name])),
    ...options.filter(isSchema).flatMap((option) => listLimitedFields(option, path)),
  ];
}

const hasMaximum = ({ maxLength, maxItems, type, [truncatedAfterKey]: maxUsed }: DeclaredLimits): boolean =>
  maxLength !== undefined || maxItems !== undefined || maxUsed !== undefined || type === 'integer';

/** The places of parameters, which have no fields. */
export const listLimitedFieldsOf = (entries: Readonly<Record<string, unknown>> = {}): LimitedField[] =>
  Object.entries(entries).flatMap(([name, schema]) => listLimitedFields(schema as v.GenericSchema, [name]));

/** What messages call a place: its own name, or that of the list whose item it is. */
export const nameOf = ({ path }: Pick<LimitedField, 'path'>): string =>
  String(path.findLast((step) => typeof step === 'string') ?? '\\w+');

/** A body with this value at this place, and nothing else. */
export function buildNestedBody([step, ...rest]: LimitedField['path'], value: unknown): unknown {
  if (step === undefined) return value;
  return typeof step === 'number' ? [buildNestedBody(rest, value)] : { [step]: buildNestedBody(rest, value) };
}
