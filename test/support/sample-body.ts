import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { LimitedField } from './limited-fields.ts';

interface Parts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly options?: readonly unknown[];
}

interface Promised {
  readonly format?: string;
  readonly minLength?: number;
}

/** Returns a value that the schema accepts, without optional parts. */
export function createSample(schema: v.GenericSchema): unknown {
  const { type, entries = {}, options = [] } = schema as unknown as Parts;
  const { format, minLength = 0 }: Promised = 'pipe' in schema ? v.getMetadata(schema) : {};
  if (type === 'object' || type === 'strict_object')
    return Object.fromEntries(
      Object.entries(entries).flatMap(([name, entry]) => {
        const value = createSample(entry);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  if (type === 'array') return [];
  if (type === 'picklist') return options[0];
  if (type === 'boolean') return false;
  if (type === 'number') return 1;
  if (type !== 'string') return undefined;
  if (format === 'uuid') return randomUUID();
  return format === 'date-time' ? '2025-03-04T18:00:00.000Z' : 'A sample text'.padEnd(minLength, '.');
}

/** Returns the body with this value in this field, replacing any previous value. */
export function replaceField(body: unknown, [step, ...rest]: LimitedField['path'], value: unknown): unknown {
  if (step === undefined) return value;
  const within = (body ?? {}) as Readonly<Record<string | number, unknown>>;
  if (typeof step === 'number') return [replaceField(within[step], rest, value)];
  return { ...within, [step]: replaceField(within[step], rest, value) };
}
