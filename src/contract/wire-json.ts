import type * as v from 'valibot';

/** What this needs to know of a schema: valibot keeps its parts under these names. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly value?: Shape;
  readonly wrapped?: Shape;
  readonly pipe?: readonly Shape[];
  readonly options?: readonly Shape[];
}

/** Reads the JSON of a response back into the record it was made of: instants become dates again. */
export function readWireJson<Schema extends v.GenericSchema>(schema: Schema, json: string): v.InferInput<Schema> {
  // The schema was made by valibot, and the text from a value of this type.
  return revive(schema as unknown as Shape, JSON.parse(json)) as v.InferInput<Schema>;
}

function revive(shape: Shape, value: unknown): unknown {
  if (shape.type === 'date') return typeof value === 'string' ? new Date(value) : value;
  if (shape.wrapped) return revive(shape.wrapped, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return reviveItems(shape, value);
  // What was read of JSON and is no list has its members by their names.
  return reviveMembers(shape, value as Record<string, unknown>);
}

function reviveItems({ item }: Shape, values: unknown[]): unknown[] {
  return item ? values.map((value) => revive(item, value)) : values;
}

/** In place: an object that is assembled again from its members takes longer to make, and to read. */
function reviveMembers({ entries, value: member }: Shape, values: Record<string, unknown>): object {
  for (const name of Object.keys(values)) {
    const shape = entries?.[name] ?? member;
    const revived = shape && revive(shape, values[name]);
    if (shape && revived !== values[name]) values[name] = revived;
  }
  return values;
}
