import * as v from 'valibot';
import { listItems, truncationKey } from '#contract/bounds.ts';
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
  readonly [truncationKey]?: number;
  readonly [oneLine]?: boolean;
}

/** A field or parameter of a request that has a maximum. */
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

/** Lists every field of a declared schema that has a maximum. */
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

const hasMaximum = ({ maxLength, maxItems, type, [truncationKey]: maxUsed }: DeclaredLimits): boolean =>
  maxLength !== undefined || maxItems !== undefined || maxUsed !== undefined || type === 'integer';

/** Lists the parameters that have a maximum; they have no nested fields. */
export const listLimitedFieldsOf = (entries: Readonly<Record<string, unknown>> = {}): LimitedField[] =>
  Object.entries(entries).flatMap(([name, schema]) => listLimitedFields(schema as v.GenericSchema, [name]));

/** Returns the name that messages use for a field: its own, or that of the list that contains it. */
export const getName = ({ path }: Pick<LimitedField, 'path'>): string =>
  String(path.findLast((step) => typeof step === 'string') ?? '\\w+');

/** Builds a body with this value in this field, and nothing else. */
export function buildNestedBody([step, ...rest]: LimitedField['path'], value: unknown): unknown {
  if (step === undefined) return value;
  return typeof step === 'number' ? [buildNestedBody(rest, value)] : { [step]: buildNestedBody(rest, value) };
}
