import * as v from 'valibot';

/**
 * Records have names, assigned where they're declared: the OpenAPI document describes each under its name, and clients
 * generated from that document have a type of the same name.
 */

/**
 * A response record: exactly these fields. Clients are expected to ignore unknown fields, which later versions may add.
 */
export const record = <const Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> => Object.assign(v.strictObject(entries), { recordName: name });

/** Alternative names under which clients may send a field, as a pattern by the field's name (decision 90). */
type FieldAliases<Entries> = { readonly [Name in keyof Entries]?: RegExp };

/**
 * A request record; unknown fields are ignored (core rule 7). A field with an undeclared name is read if it matches a
 * pattern, unless the declared one is present too.
 */
export function inputRecord<const Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
  otherNames: FieldAliases<Entries> = {},
): v.ObjectSchema<Entries, undefined> {
  const schema = v.object(entries);
  const patterns = Object.entries<RegExp | undefined>(otherNames);
  if (patterns.length === 0) return Object.assign(schema, { recordName: name });
  const run: (typeof schema)['~run'] = schema['~run'].bind(schema);
  const renaming: (typeof schema)['~run'] = (dataset, config) =>
    run({ value: renameFields(dataset.value, patterns) }, config);
  return Object.assign(schema, { recordName: name, '~run': renaming });
}

function renameFields(value: unknown, patterns: readonly (readonly [string, RegExp | undefined])[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const renamed: Record<string, unknown> = { ...value };
  for (const [name, pattern] of patterns) {
    if (!pattern || name in renamed) continue;
    const other = Object.keys(renamed).find((key) => pattern.test(key));
    if (other !== undefined) renamed[name] = renamed[other];
  }
  return renamed;
}

/**
 * Every field of a record, including optional ones: a presenter that ends with `satisfies EveryField<ForumData>`
 * doesn't compile if it forgets one. `LeftOut` are those that another function adds.
 */
export type EveryField<Fields, LeftOut extends keyof Fields = never> = Readonly<
  Record<Exclude<keyof Fields, LeftOut>, unknown>
>;

/** Returns the name of a record; undefined for any other schema. */
export const readRecordName = (schema: object): string | undefined =>
  'recordName' in schema && typeof schema.recordName === 'string' ? schema.recordName : undefined;
