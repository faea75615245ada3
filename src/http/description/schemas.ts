import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { listItems } from '#contract/bounds.ts';
import { readRecordName } from '#contract/record.ts';

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** Describes schemas as JSON Schema, and keeps each record under its name. */
export interface SchemaBook {
  /** The schema, or a reference to the record that it is. */
  describe(schema: v.GenericSchema): Json;
  /** All records that were described so far, by name. */
  list(): Json;
}

/** Throws for a record without a name, or for a name of two records. */
export function createSchemaBook(): SchemaBook {
  const records = new Map<string, Json>();

  /** JSON Schema of a wire schema; what the library cannot say of a scalar, the scalar says itself (`wireSchema`). */
  function describe(schema: v.GenericSchema): Json {
    const { $schema: _, ...described } = toJsonSchema(schema, {
      target: 'draft-2020-12',
      typeMode: 'input',
      errorMode: 'ignore',
      overrideSchema: ({ valibotSchema, jsonSchema }) => replace(valibotSchema, { ...jsonSchema }),
    });
    return described;
  }

  /** A list says what its items are, which the library does not see; in the place of a record stands its name. */
  function replace(schema: object, described: Json): Json | undefined {
    // Whatever the library converts is a schema of the same library.
    const items = listItems(schema as v.GenericSchema);
    if (items) return { ...described, items: describe(items) };
    return described.properties === undefined ? undefined : keep(schema, described);
  }

  function keep(schema: object, described: Json): Json {
    const name = readRecordName(schema);
    if (name === undefined) return describeNameless(described);
    // Whatever has properties is declared with `record`.
    const record = describeProperties((schema as v.ObjectSchema<v.ObjectEntries, undefined>).entries, described);
    const known = records.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(record)) throw new Error(`two records are called ${name}`);
    records.set(name, record);
    return refer('schemas', name);
  }

  /** As later versions may send it: with further properties. */
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

/** What a member says of itself after it was transformed too, where the library stops, and what its inner schema says. */
function findDescription(schema: object | undefined): string | undefined {
  if (!schema) return undefined;
  // Every schema can be asked; only the types of what goes in differ.
  return (
    v.getDescription(schema as v.GenericSchema) ??
    ('wrapped' in schema ? findDescription(schema.wrapped as object) : undefined)
  );
}

/** Nothing but an empty object needs no name. */
function describeNameless({ properties, type }: Json): Json {
  const names = Object.keys(properties as Json);
  if (names.length > 0) throw new Error(`the record with ${names.join(', ')} has no name: declare it with \`record\``);
  return { type };
}

/** Refers to a component of the same document. */
export const refer = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export const withDescription = (description: unknown): Json => (description === undefined ? {} : { description });

/** What is known by name, in the order of the names. */
export function sortByName<Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The schema of a parameter, a text unless it is declared as something else. */
export const readEntry = (entries: Readonly<Record<string, unknown>> | undefined, name: string): v.GenericSchema =>
  (entries?.[name] ?? v.string()) as v.GenericSchema;
