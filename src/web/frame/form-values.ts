import * as v from 'valibot';
import { AppError } from '#contract/errors.ts';
import type { CheckContext } from '#contract/fields.ts';
import { type Limits, largest, smallest } from './body-limits.ts';
import type { ShipClock } from './ship-clock.ts';

/** What fields are parsed with: dates are typed in ship time. */
export interface FormParseContext extends CheckContext {
  readonly clock: ShipClock;
}

/** How a field is parsed. */
export interface FieldParsing extends Limits {
  readonly label: string;
  /** Sends an empty text instead of leaving the field out, which would keep the previous text. */
  readonly sendsBlank?: boolean;
  /** The number sent if the field is empty. */
  readonly otherwise?: number;
  /** Reads a date by the current time zone instead of the one in effect at that date. */
  readonly byClockOf?: 'now';
  /** Parses a list or record from text. Returns undefined if that's impossible. */
  readonly read?: (typed: string) => unknown;
  /** What the text must look like: shown next to the field if it can't be parsed. */
  readonly mustBe?: string;
}

/** A checkbox. */
export const checkboxValue = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text !== ''),
);

const text = v.optional(v.string(), '');
const isBlank = (typed: string): boolean => typed.trim() === '';

/**
 * Creates the schema that parses a field's text into what the body requires. Limits are left to the call, except those
 * of numbers.
 */
export function createFieldParser(reading: FieldParsing): v.GenericSchema {
  const { read, type, label, mustBe = 'a valid value' } = reading;
  if (read)
    return v.pipe(
      text,
      v.check((typed) => read(typed) !== undefined, `${label} must be ${mustBe}.`),
      v.transform(read),
    );
  return type === 'flag' ? checkboxValue : parserFactories[type](reading);
}

const parserFactories: Readonly<Record<Exclude<Limits['type'], 'flag'>, (reading: FieldParsing) => v.GenericSchema>> = {
  text({ mayBeAbsent, isRequired, sendsBlank = false }) {
    if (!mayBeAbsent || isRequired) return text;
    const blank = sendsBlank ? '' : undefined;
    return v.pipe(
      text,
      v.transform((typed) => (isBlank(typed) ? blank : typed)),
    );
  },
  word({ mayBeAbsent, options = [] }) {
    const word = v.picklist(options);
    if (!mayBeAbsent || options.includes('')) return word;
    return v.pipe(
      text,
      v.transform((typed) => (typed === '' ? undefined : typed)),
      v.optional(word),
    );
  },
  number: (reading) =>
    v.pipe(
      text,
      v.rawCheck(({ dataset, addIssue }) => {
        if (dataset.typed && !isWithin(dataset.value, reading))
          addIssue({ message: `${reading.label} must be a whole number${describeRange(reading)}.` });
      }),
      v.transform((typed) => (isBlank(typed) ? reading.otherwise : Number(typed))),
    ),
  date: (reading) =>
    v.pipe(
      text,
      v.rawCheck(({ dataset, config, addIssue }) => {
        if (!dataset.typed || (isBlank(dataset.value) && reading.mayBeAbsent && !reading.isRequired)) return;
        if (!findDate(dataset.value, reading, config as FormParseContext))
          addIssue({ message: `${reading.label} must be a date and time, such as 2026-03-09T19:40.` });
      }),
      v.rawTransform<string, string | undefined>(({ dataset, config }) =>
        findDate(dataset.value, reading, config as FormParseContext)?.toISOString(),
      ),
    ),
};

/** Whether this is an integer within the limits, or nothing where that's allowed. */
function isWithin(
  typed: string,
  { mayBeAbsent, isRequired, minimum = smallest, maximum = largest, otherwise }: FieldParsing,
) {
  if (isBlank(typed)) return otherwise !== undefined || (mayBeAbsent && !isRequired);
  const value = Number(typed);
  return /^\s*[+-]?\d+\s*$/.test(typed) && minimum <= value && value <= maximum;
}

function describeRange({ minimum, maximum }: FieldParsing): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

/** Parses a date. Returns undefined for empty or invalid text. */
function findDate(typed: string, { byClockOf }: FieldParsing, { clock }: FormParseContext): Date | undefined {
  try {
    return byClockOf === 'now' ? clock.read(typed) : clock.readAhead(typed);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
