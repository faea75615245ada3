import type * as v from 'valibot';
import { readRecordName } from '#contract/record.ts';

/** The parts of a schema that translation needs, under the names that valibot and our own lists use. */
export interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaShape>>;
  readonly item?: SchemaShape;
  readonly listOf?: SchemaShape;
  readonly value?: SchemaShape;
  readonly wrapped?: SchemaShape;
  readonly options?: readonly unknown[];
}

/** Returns the schema as its parts. */
// Every schema in a declaration is a valibot schema.
export const parseSchemaShape = (schema: v.GenericSchema | v.GenericSchema<never, unknown>): SchemaShape =>
  schema as unknown as SchemaShape;

/** Returns the options of a choice between schemas; none for a list of words. */
export const listOptions = ({ type, options = [] }: SchemaShape): readonly SchemaShape[] =>
  type === 'union' || type === 'variant' ? (options as readonly SchemaShape[]) : [];

/** Translates the value of a field. */
export type TranslateValue = (value: unknown) => unknown;

/** What a dialect changes in the fields of records. */
export interface Rules {
  /** Returns the name to look for and the name to write. */
  rename(record: string, field: string): { readonly from: string; readonly to: string };
  reword(record: string, field: string): TranslateValue | undefined;
}

interface PlannedField {
  readonly to: string;
  readonly reword: TranslateValue | undefined;
  readonly plan: Plan | undefined;
}

/** What to translate in a value of a schema. */
export type Plan =
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, PlannedField> }
  | { readonly kind: 'members'; readonly of: Plan }
  | { readonly kind: 'choice'; readonly options: readonly Option[] };

interface Option {
  /** All fields that a value of this option may have. */
  readonly names: ReadonlySet<string>;
  readonly plan: Plan | undefined;
}

/** Plans the translation of a schema; undefined if there's nothing to translate. */
export function createPlan(shape: SchemaShape, rules: Rules): Plan | undefined {
  const items = shape.listOf ?? shape.item;
  if (items) return planMembers(items, rules);
  if (shape.wrapped) return createPlan(shape.wrapped, rules);
  if (shape.entries) return planRecord(shape, shape.entries, rules);
  if (shape.type === 'record' && shape.value) return planMembers(shape.value, rules);
  return planChoice(listOptions(shape), rules);
}

function planMembers(member: SchemaShape, rules: Rules): Plan | undefined {
  const of = createPlan(member, rules);
  return of && { kind: 'members', of };
}

function planRecord(shape: SchemaShape, entries: NonNullable<SchemaShape['entries']>, rules: Rules): Plan | undefined {
  const record = readRecordName(shape) ?? '';
  const fields = new Map<string, PlannedField>();
  for (const [field, entry] of Object.entries(entries)) {
    const { from, to } = rules.rename(record, field);
    const reword = rules.reword(record, field);
    const plan = createPlan(entry, rules);
    if (from !== to || reword || plan) fields.set(from, { to, reword, plan });
  }
  return fields.size === 0 ? undefined : { kind: 'record', fields };
}

function planChoice(shapes: readonly SchemaShape[], rules: Rules): Plan | undefined {
  const options = shapes.map((shape) => ({
    names: new Set(Object.keys(shape.entries ?? {})),
    plan: createPlan(shape, rules),
  }));
  return options.some(({ plan }) => plan) ? { kind: 'choice', options } : undefined;
}

/** Translates a parsed JSON value; returns a copy if anything changes. */
export function applyPlan(plan: Plan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  switch (plan.kind) {
    case 'members':
      return Array.isArray(value)
        ? value.map((item) => applyPlan(plan.of, item))
        : mapFields(value, (name, member) => [name, applyPlan(plan.of, member)]);
    case 'choice': {
      const chosen = plan.options.find(({ names }) => Object.keys(value).every((name) => names.has(name)));
      return chosen?.plan ? applyPlan(chosen.plan, value) : value;
    }
    case 'record':
      return Array.isArray(value) ? value : applyToRecord(plan.fields, value);
  }
}

const applyToRecord = (fields: ReadonlyMap<string, PlannedField>, value: object): object =>
  mapFields(value, (name, member) => {
    const field = fields.get(name);
    if (!field) return [name, member];
    // If a field is sent under both names, the one with the target name wins.
    if (field.to !== name && Object.hasOwn(value, field.to)) return undefined;
    const reworded = field.reword ? field.reword(member) : member;
    return [field.to, field.plan ? applyPlan(field.plan, reworded) : reworded];
  });

const mapFields = (value: object, map: (name: string, member: unknown) => [string, unknown] | undefined): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => [map(name, member) ?? []].filter(isNameAndValue)),
  );

const isNameAndValue = (pair: [string, unknown] | []): pair is [string, unknown] => pair.length === 2;
