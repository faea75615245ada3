import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { listItems } from '#contract/bounds.ts';
import { readRecordName } from '#contract/record.ts';

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** Describes schemas as JSON Schema and collects records by name. */
export interface SchemaCollection {
  /** Returns the schema, or a reference if it's a record. */
  describe(schema: v.GenericSchema): Json;
  /** Returns all records described so far, by name. */
  list(): Json;
}

/** Creates a schema book. It throws for a record without a name and for two records with one name. */
export function createSchemaCollection(): SchemaCollection {
  const records = new Map<string, Json>();

  /**
   * Returns the JSON Schema of a wire schema. Scalars that the library can't describe contain their own description
   * (`wireSchema`).
   */
  function describe(schema: v.GenericSchema): Json {
    const { $schema: _, ...described } = toJsonSchema(schema, {
      target: 'draft-2020-12',
      typeMode: 'input',
      errorMode: 'ignore',
      overrideSchema: ({ valibotSchema, jsonSchema }) => replace(valibotSchema, { ...jsonSchema }),
    });
    return described;
  }

  /** Adds the items to a list, which the library doesn't know, and replaces a record by a reference. */
  function replace(schema: object, described: Json): Json | undefined {
    // Everything the library converts is one of its own schemas.
    const items = listItems(schema as v.GenericSchema);
    if (items) return { ...described, items: describe(items) };
    return described.properties === undefined ? undefined : keep(schema, described);
  }

  function keep(schema: object, described: Json): Json {
    const name = readRecordName(schema);
    if (name === undefined) return describeUnnamedRecord(described);
    // Everything that has properties is declared with `record`.
    const record = describeProperties((schema as v.ObjectSchema<v.ObjectEntries, undefined>).entries, described);
    const known = records.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(record)) throw new Error(`two records are called ${name}`);
    records.set(name, record);
    return buildReference('schemas', name);
  }

  /** Allows further properties, since later versions may send them. */
  function describeProperties(
    entries: v.ObjectEntries,
    { properties, required, additionalProperties: _, ...rest }: Json,
  ): Json {
    const described = Object.entries(properties as Record<string, Json>).map(([name, property]) => [
      name,
      { ...property, ...withDescription(findDescription(entries[name]) ?? property.description) },
    ]);
    const isRequired = (required as readonly string[]).length > 0;
    return { ...rest, properties: Object.fromEntries(described), ...(isRequired && { required }) };
  }

  return { describe, list: () => sortByName(records) };
}

/**
 * Returns the description of a member, or else that of the schema it wraps. The converter to JSON Schema ignores one
 * that follows a transformation.
 */
function findDescription(schema: object | undefined): string | undefined {
  if (!schema) return undefined;
  // Any schema can have a description; only their input types differ.
  return (
    v.getDescription(schema as v.GenericSchema) ??
    ('wrapped' in schema ? findDescription(schema.wrapped as object) : undefined)
  );
}

/** Only an empty object needs no name. */
function describeUnnamedRecord({ properties, type }: Json): Json {
  const names = Object.keys(properties as Json);
  if (names.length > 0) throw new Error(`the record with ${names.join(', ')} has no name: declare it with \`record\``);
  return { type };
}

/** Returns a reference to a component of the same document. */
export const buildReference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export const withDescription = (description: unknown): Json => (description === undefined ? {} : { description });

/** Sorts entries by name. */
export function sortByName<Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the schema of a parameter: text, unless it's declared as something else. */
export const readEntry = (entries: Readonly<Record<string, unknown>> | undefined, name: string): v.GenericSchema =>
  (entries?.[name] ?? v.string()) as v.GenericSchema;
