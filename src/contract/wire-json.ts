import type * as v from 'valibot';

/** The parts of a schema that this module needs: valibot stores them under these names. */
interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly item?: SchemaShape;
  readonly value?: SchemaShape;
  readonly wrapped?: SchemaShape;
  readonly pipe?: readonly SchemaShape[];
  readonly options?: readonly SchemaShape[];
}

/** Converts the JSON of a response back into its record: instants become dates again. */
export function readWireJson<Schema extends v.GenericSchema>(schema: Schema, json: string): v.InferInput<Schema> {
  // valibot created the schema, and the text was rendered from a value of this type.
  return reviveDates(schema as unknown as SchemaShape, JSON.parse(json)) as v.InferInput<Schema>;
}

function reviveDates(shape: SchemaShape, value: unknown): unknown {
  if (shape.type === 'date') return typeof value === 'string' ? new Date(value) : value;
  if (shape.wrapped) return reviveDates(shape.wrapped, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return reviveItems(shape, value);
  // A parsed JSON value that isn't a list is an object.
  return reviveMembers(shape, value as Record<string, unknown>);
}

function reviveItems({ item }: SchemaShape, values: unknown[]): unknown[] {
  return item ? values.map((value) => reviveDates(item, value)) : values;
}

/** In place: an object rebuilt from its members is slower to create and to read. */
function reviveMembers({ entries, value: member }: SchemaShape, values: Record<string, unknown>): object {
  for (const name of Object.keys(values)) {
    const shape = entries?.[name] ?? member;
    const revived = shape && reviveDates(shape, values[name]);
    if (shape && revived !== values[name]) values[name] = revived;
  }
  return values;
}
