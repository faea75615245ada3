import type * as v from 'valibot';
import type { Visit, VisitWith } from '../visit.ts';
import { type BodyMember, type Limits, readLimits } from './body-limits.ts';
import { createFieldParser } from './form-values.ts';
import { createFields, type FieldOptions } from './forms.ts';
import { type Html, html } from './html.ts';

/**
 * Forms that fill the body of a call. Names, kinds, limits, options and which fields are required come from the body; a
 * page adds labels, hints and the order. A field that the body lacks doesn't compile.
 */

/** What a page can say about any field. */
interface FieldWording extends Pick<FieldOptions, 'label' | 'hint'> {
  /** The form requires the field although the body doesn't. */
  readonly isRequired?: boolean;
}

interface TextWording extends FieldWording, Pick<FieldOptions, 'kind' | 'isMultiline' | 'names'> {
  /** Sends an empty text instead of leaving the field out, which would keep the previous text. */
  readonly sendsBlank?: boolean;
  /** Labels for the allowed words of an enum, in order. */
  readonly words?: Readonly<Record<string, string>>;
  /** Reads a date by the current time zone instead of the one in effect at that date. */
  readonly byClockOf?: 'now';
}

interface ChoiceWording<Word extends string> extends FieldWording {
  /** Labels for the allowed words of an enum, in order. */
  readonly words: Readonly<Record<Word, string>>;
}

interface NumberWording extends FieldWording {
  /** The number sent if the field is empty. */
  readonly otherwise?: number;
}

interface ReadWording<Value> extends TextWording {
  /** Parses a list or record from text. Returns undefined if that's impossible. */
  readonly read: (typed: string) => Value | undefined;
  /** What the text must look like: shown next to the field if it can't be parsed. */
  readonly mustBe?: string;
}

/** The type that the call reads for a member. */
type CallValue<M extends BodyMember> = NonNullable<v.InferOutput<M>>;

/** The type that the form sends for a member: dates as text, empty fields as undefined. */
type SentValue<M extends BodyMember> = [CallValue<M>] extends [Date]
  ? string | Extract<v.InferInput<M>, undefined>
  : Exclude<v.InferInput<M>, null>;

/** What a page can say about a field, by the type of what it sends. */
type WordingOf<Value> = [Value] extends [boolean]
  ? FieldWording
  : [Value] extends [number]
    ? NumberWording
    : [Value] extends [string]
      ? string extends Value
        ? TextWording
        : ChoiceWording<Value>
      : ReadWording<Value>;

type AnyWording = TextWording & Omit<NumberWording, keyof FieldWording> & Partial<ReadWording<unknown>>;

type Members = Readonly<Record<string, BodyMember>>;

/** What a field can show, by the type that the call reads. */
type Shown<M extends BodyMember> = [CallValue<M>] extends [string | number | boolean | Date] ? CallValue<M> : string;

/** A field of a form: parses what was typed into what the body requires, and knows how it's rendered. */
export interface BodyField<Value = unknown, Show = unknown> extends v.GenericSchema<unknown, Value> {
  readonly asked: AnyWording & Limits;
  /** The type of the prefilled value; never set. */
  readonly '~shows'?: Show;
}

/** Fields that fill members of a body. */
type BodyForm = Readonly<Record<string, v.GenericSchema | v.GenericSchema<never, unknown>>>;

/** Declares the fields that fill these members of a body, or parameters of a path, in display order. */
export function declareForm<const M extends Members, const Name extends keyof M & string>(
  members: M,
  wordings: { readonly [N in Name]: WordingOf<NonNullable<SentValue<M[N]>>> },
): { readonly [N in Name]: BodyField<SentValue<M[N]>, Shown<M[N]>> } {
  const fields = Object.entries<AnyWording>(wordings).map(([name, wording]) => [
    name,
    createField(members, name, wording),
  ]);
  // Each field reads what its member requires: `createFieldParser` derives it from the same schema.
  return Object.fromEntries(fields);
}

function createField(members: Members, name: string, wording: AnyWording): BodyField {
  const member = members[name];
  if (!member) throw new Error(`the body has no ${name}`);
  const limits = readLimits(member);
  const { options = [] } = limits;
  const words = Object.keys(wording.words ?? {});
  if (options.some((option) => !words.includes(option)) || words.some((word) => !options.includes(word)))
    throw new Error(`${name} accepts ${options.join(', ')}, but the form labels ${words.join(', ')}`);
  const asked = { ...limits, ...wording, isRequired: wording.isRequired ?? limits.isRequired };
  // A copy, because fields of one kind share their reader.
  return { ...createFieldParser(asked), asked };
}

/** What a page can set when it renders a field. */
type Change = Partial<Pick<FieldOptions, 'label' | 'hint' | 'isRequired' | 'kind'>> & {
  /** The offered words of an enum; for other fields, the values to choose from. */
  readonly options?: readonly (readonly [word: string, text: string])[];
};

type FieldNames<F> = { [N in keyof F & string]: F[N] extends BodyField<infer _> ? N : never }[keyof F & string];
type ShownValue<F> = F extends BodyField<infer _, infer Show> ? Show : never;
type Values<F> = { readonly [N in FieldNames<F>]?: ShownValue<F[N]> | undefined };

type Changes<F> = { readonly [N in FieldNames<F>]?: Change };

/** The fields of one action's form. If the form was rejected, they show what was typed and what was wrong. */
export function renderInputs<F extends BodyForm, Action extends string>(
  visit: Pick<Visit, 'failure' | 'clock'> & VisitWith<Action>,
  action: Action,
  form: F,
) {
  const fields = createFields(visit, action);
  const input = <Name extends FieldNames<F>>(name: Name, value?: ShownValue<F[Name]>, change: Change = {}): Html => {
    // Only fields that `declareForm` declared have this type.
    const { asked } = form[name] as BodyField;
    const said = { ...asked, ...change, name };
    const { type, hint = describeValues(asked), words = {} } = said;
    if (type === 'flag') return fields.check({ ...said, isChecked: value === true });
    const written = value instanceof Date ? visit.clock.write(value) : value === undefined ? undefined : String(value);
    if (type === 'word' || change.options)
      return fields.choice({ ...said, options: change.options ?? Object.entries(words), value: written });
    return fields.field({ ...said, ...(hint !== undefined && { hint }), type: inputTypes[type], value: written });
  };
  return {
    ...fields,
    input,
    /** All fields in the order of their declaration. */
    inputs: (values: Values<F> = {}, changes: Changes<F> = {}): Html =>
      html`${Object.keys(form)
        .filter((name): name is FieldNames<F> => 'asked' in (form[name] ?? {}))
        .map((name) => html`${input(name, values[name], changes[name])}\n`)}`,
  };
}

const inputTypes = { text: 'text', number: 'number', date: 'datetime-local' } as const;

/** The keyboard hints of a field for which the page sets none. */
function describeValues({ type, minimum, maximum }: Limits): string | undefined {
  if (type === 'date') return 'Ship time';
  if (minimum === undefined) return undefined;
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}
