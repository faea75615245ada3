import type * as v from 'valibot';
import type { Visit, VisitWith } from '../visit.ts';
import { type Limits, type Member, readLimits } from './body-limits.ts';
import { createReader } from './form-values.ts';
import { type FieldOptions, fieldsOf } from './forms.ts';
import { type Html, html } from './html.ts';

/**
 * Forms that fill the body of a call. Names, kinds, limits, options and which fields are required come from the body; a
 * page adds labels, hints and the order. A field that the body lacks doesn't compile.
 */

/** What a page says of any field. */
interface Wording extends Pick<FieldOptions, 'label' | 'hint'> {
  /** The form requires it, though the body may go without. */
  readonly isRequired?: boolean;
}

interface TextWording extends Wording, Pick<FieldOptions, 'kind' | 'isMultiline' | 'names'> {
  /** Sends an empty text as such, where leaving the field out of the body would keep the previous text. */
  readonly sendsBlank?: boolean;
  /** How the words are shown of which the body takes one, in order. */
  readonly words?: Readonly<Record<string, string>>;
  /** Reads a date by the clock as it stands now, instead of as it will stand then. */
  readonly byClockOf?: 'now';
}

interface ChoiceWording<Word extends string> extends Wording {
  /** How the words are shown of which the body takes one, in order. */
  readonly words: Readonly<Record<Word, string>>;
}

interface NumberWording extends Wording {
  /** The number where the form is sent without the field. */
  readonly otherwise?: number;
}

interface ReadWording<Value> extends TextWording {
  /** Reads a list or record from text; undefined where that's impossible. */
  readonly read: (typed: string) => Value | undefined;
  /** What the text must be: said next to the field when it can't be read. */
  readonly mustBe?: string;
}

/** What the call reads from a member. */
type Out<M extends Member> = NonNullable<v.InferOutput<M>>;

/** What the form sends for a member: dates as text, what isn't filled in as undefined. */
type Sent<M extends Member> = [Out<M>] extends [Date]
  ? string | Extract<v.InferInput<M>, undefined>
  : Exclude<v.InferInput<M>, null>;

/** What a page says of a field, by the type of what it sends. */
type WordingOf<Value> = [Value] extends [boolean]
  ? Wording
  : [Value] extends [number]
    ? NumberWording
    : [Value] extends [string]
      ? string extends Value
        ? TextWording
        : ChoiceWording<Value>
      : ReadWording<Value>;

type AnyWording = TextWording & Omit<NumberWording, keyof Wording> & Partial<ReadWording<unknown>>;

type Members = Readonly<Record<string, Member>>;

/** What a field can show, by what the call reads. */
type Shown<M extends Member> = [Out<M>] extends [string | number | boolean | Date] ? Out<M> : string;

/** A field of a form: reads what was typed as the body takes it, and knows how it is shown. */
export interface BodyField<Value = unknown, Show = unknown> extends v.GenericSchema<unknown, Value> {
  readonly asked: AnyWording & Limits;
  /** The type of the value that is filled in before; never set. */
  readonly '~shows'?: Show;
}

/** Fields that fill members of a body. */
type BodyForm = Readonly<Record<string, v.GenericSchema | v.GenericSchema<never, unknown>>>;

/** Declares the fields that fill these members of a body, or parameters of a path, in the order they're shown in. */
export function formOf<const M extends Members, const Name extends keyof M & string>(
  members: M,
  wordings: { readonly [N in Name]: WordingOf<NonNullable<Sent<M[N]>>> },
): { readonly [N in Name]: BodyField<Sent<M[N]>, Shown<M[N]>> } {
  const fields = Object.entries<AnyWording>(wordings).map(([name, wording]) => [
    name,
    createField(members, name, wording),
  ]);
  // Each reads what its member takes, as `createReader` derives it from the same schema.
  return Object.fromEntries(fields);
}

function createField(members: Members, name: string, wording: AnyWording): BodyField {
  const member = members[name];
  if (!member) throw new Error(`the body has no ${name}`);
  const limits = readLimits(member);
  const { options = [] } = limits;
  const words = Object.keys(wording.words ?? {});
  if (options.some((option) => !words.includes(option)) || words.some((word) => !options.includes(word)))
    throw new Error(`${name} takes ${options.join(', ')}, and the form has words for ${words.join(', ')}`);
  const asked = { ...limits, ...wording, isRequired: wording.isRequired ?? limits.isRequired };
  // A copy: fields of one kind share their reader.
  return { ...createReader(asked), asked };
}

/** What a page may say of a field while it shows it. */
type Change = Partial<Pick<FieldOptions, 'label' | 'hint' | 'isRequired' | 'kind'>> & {
  /** Of several words, the ones that are offered; for other fields, the values to choose from. */
  readonly options?: readonly (readonly [word: string, text: string])[];
};

type NamesOf<F> = { [N in keyof F & string]: F[N] extends BodyField<infer _> ? N : never }[keyof F & string];
type ShownOf<F> = F extends BodyField<infer _, infer Show> ? Show : never;
type Values<F> = { readonly [N in NamesOf<F>]?: ShownOf<F[N]> | undefined };

type Changes<F> = { readonly [N in NamesOf<F>]?: Change };

/** Fields of one action's form: they show what was typed and what was wrong when it was refused. */
export function inputsOf<F extends BodyForm, Action extends string>(
  visit: Pick<Visit, 'failure' | 'clock'> & VisitWith<Action>,
  action: Action,
  form: F,
) {
  const fields = fieldsOf(visit, action);
  const input = <Name extends NamesOf<F>>(name: Name, value?: ShownOf<F[Name]>, change: Change = {}): Html => {
    // Only names of fields that `formOf` declared have this type.
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
        .filter((name): name is NamesOf<F> => 'asked' in (form[name] ?? {}))
        .map((name) => html`${input(name, values[name], changes[name])}\n`)}`,
  };
}

const inputTypes = { text: 'text', number: 'number', date: 'datetime-local' } as const;

/** What can be typed, where the page says nothing of it. */
function describeValues({ type, minimum, maximum }: Limits): string | undefined {
  if (type === 'date') return 'Ship time';
  if (minimum === undefined) return undefined;
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}
