import * as v from 'valibot';

/** The limits of a body's member, as in the OpenAPI document. */
export interface Limits {
  readonly type: 'text' | 'number' | 'flag' | 'word' | 'date';
  readonly mayBeAbsent: boolean;
  /** Blank text is rejected too. */
  readonly isRequired: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly options?: readonly string[];
}

/** A member of a body, or a parameter of a path. */
export type BodyMember = v.GenericSchema | v.GenericSchema<never, unknown>;

/** A schema's structure. */
interface SchemaParts {
  readonly type: string;
  readonly wrapped?: BodyMember;
  readonly options?: readonly string[];
}

interface JsonSchemaLimits {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Bounds of a 32-bit integer: they say nothing about the intended range. */
export const [smallest, largest] = [-(2 ** 31), 2 ** 31 - 1];

/** Reads the limits of a member from its schema. */
export function readLimits(member: BodyMember, mayBeAbsent = false): Limits {
  const { type, wrapped, options } = member as unknown as SchemaParts;
  // Every wrapper that bodies use makes its member optional.
  if (wrapped) return readLimits(wrapped, true);
  const promised: JsonSchemaLimits = v.getMetadata(member as v.GenericSchema);
  const isRequired = !mayBeAbsent;
  const words = type === 'picklist' ? options : promised.enum;
  if (words) return { type: 'word', mayBeAbsent, isRequired, options: words };
  if (type === 'boolean') return { type: 'flag', mayBeAbsent, isRequired: false };
  if (promised.type === 'integer') return { type: 'number', mayBeAbsent, isRequired, ...readRange(promised) };
  if (promised.format === 'date-time') return { type: 'date', mayBeAbsent, isRequired };
  const { minLength = 0, maxLength } = promised;
  return {
    type: 'text',
    mayBeAbsent,
    isRequired: isRequired && minLength > 0,
    ...(minLength > 1 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

const readRange = ({
  minimum = smallest,
  maximum = largest,
}: JsonSchemaLimits): Pick<Limits, 'minimum' | 'maximum'> => ({
  ...(minimum > smallest && { minimum }),
  ...(maximum < largest && { maximum }),
});
