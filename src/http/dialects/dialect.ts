import type * as v from 'valibot';
import type { DialectFile } from '#config/dialect-file.ts';
import type { ErrorResponse } from '#contract/errors.ts';
import type { RenderedBody } from '#contract/response.ts';
import { hashBody, renderBody } from '#platform/text/rendered.ts';
import { computeOncePerObject } from '../../platform/limits/compute-once-per-object.ts';
import { applyPlan, createPlan, type Plan, parseSchemaShape, type Rules, type TranslateValue } from './plan.ts';
import { createTextTranslation } from './texts.ts';
import { type DialectWords, findWords, listQueryWords, listWords } from './words.ts';

type Schema = v.GenericSchema;

/** Translates between the service's own words and those of a client (decision 92). */
export interface Dialect {
  readonly name: string;
  readonly file: DialectFile;
  /** Differs between dialects, and after every change of the file: entity tags contain it. */
  readonly version: string;
  /** For each query parameter with translated words: our words by the client's in lower case. */
  readonly queryWords: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Returns the body of a call as a client without a dialect would send it. */
  readRequest(schema: Schema, body: Buffer): Buffer;
  /** Returns JSON of this schema as the client expects it. */
  writeResponse<Json extends string | Uint8Array<ArrayBuffer>>(schema: Schema, json: Json): Json | string;
  /** Like `writeResponse`, for a body rendered before. The entity tag differs if the body does. */
  writeRendered(schema: Schema, body: RenderedBody): RenderedBody;
  /** Translates a frame of a socket that sends these messages. */
  writeFrame(messages: readonly Schema[], frame: string): string;
  writeError(body: ErrorResponse): ErrorResponse;
}

const versionLength = 8;

/** The field with the login token, which stores the dialect (decision 92). */
const tokenField = { record: 'TokenStringData', field: 'token' } as const;

/** A plan, and strings of which at least one must occur for it to apply. */
interface Translation {
  readonly plan: Plan | undefined;
  readonly needles: readonly string[];
}

export function createDialect(file: DialectFile): Dialect {
  const words = listWords(file);
  const texts = createTextTranslation(file, words);
  const planRequest = computeOncePerObject((schema: Schema) =>
    planTranslation([schema], createRequestRules(file, words)),
  );
  const planResponse = computeOncePerObject((schema: Schema) =>
    planTranslation([schema], createResponseRules(file, words)),
  );
  const planFrames = computeOncePerObject((messages: readonly Schema[]) =>
    planTranslation(messages, createResponseRules(file, words)),
  );
  const rendered = computeOncePerObject((schema: Schema) =>
    computeOncePerObject((body: RenderedBody): RenderedBody => {
      const json = writeResponse(schema, body.bytes);
      return typeof json === 'string' ? renderBody(json) : body;
    }),
  );

  function writeResponse<Json extends string | Uint8Array<ArrayBuffer>>(schema: Schema, json: Json): Json | string {
    const translation = planResponse(schema);
    if (!translation.plan && !texts.hasAccounts) return json;
    const text = typeof json === 'string' ? json : new TextDecoder().decode(json);
    const translated = texts.write(translate(translation, text));
    return translated === text ? json : translated;
  }

  return {
    name: file.name,
    file,
    version: hashBody(JSON.stringify(file)).slice(0, versionLength),
    queryWords: listQueryWords(words),
    readRequest(schema, body) {
      const withAccounts = texts.read(body);
      return translateBody(planRequest(schema), withAccounts === undefined ? body : Buffer.from(withAccounts));
    },
    writeResponse,
    writeRendered: (schema, body) => rendered(schema)(body),
    writeFrame: (messages, frame) => texts.write(translate(planFrames(messages), frame)),
    writeError: texts.writeError,
  };
}

function translate({ plan, needles }: Translation, text: string): string {
  if (!plan || !needles.some((needle) => text.includes(needle))) return text;
  return JSON.stringify(applyPlan(plan, JSON.parse(text)));
}

function translateBody({ plan, needles }: Translation, body: Buffer): Buffer {
  if (!plan || !needles.some((needle) => body.includes(needle))) return body;
  try {
    return Buffer.from(JSON.stringify(applyPlan(plan, JSON.parse(body.toString()))));
  } catch {
    // The body's parser reports any error.
    return body;
  }
}

/** Translation rules, and strings to search a body for: if none occurs, the body needs no translation. */
interface RulesAndNeedles {
  readonly rules: Rules;
  readonly needles: Set<string>;
}

function planTranslation(schemas: readonly Schema[], { rules, needles }: RulesAndNeedles): Translation {
  const shapes = schemas.map(parseSchemaShape);
  const [shape] = shapes.length === 1 ? shapes : [{ type: 'union', options: shapes }];
  return { plan: shape && createPlan(shape, rules), needles: [...needles] };
}

function createRequestRules({ fields }: DialectFile, words: readonly DialectWords[]): RulesAndNeedles {
  const needles = new Set<string>();
  const rules: Rules = {
    rename(record, field) {
      const from = findByField(fields.in, record, field) ?? field;
      if (from !== field) needles.add(`"${from}"`);
      return { from, to: field };
    },
    reword(record, field) {
      const pairs = findWords(words, record, field);
      return createRewording(new Map(pairs.map(([own, other]) => [other, own])), needles);
    },
  };
  return { rules, needles };
}

function createResponseRules({ name, fields }: DialectFile, words: readonly DialectWords[]): RulesAndNeedles {
  const needles = new Set<string>();
  const rules: Rules = {
    rename(record, field) {
      const to = findByField(fields.out, record, field) ?? field;
      if (to !== field) needles.add(`"${field}":`);
      return { from: field, to };
    },
    reword(record, field) {
      if (record !== tokenField.record || field !== tokenField.field)
        return createRewording(new Map(findWords(words, record, field)), needles);
      needles.add(`"${field}":`);
      return (token) => `${token}.${name}`;
    },
  };
  return { rules, needles };
}

const findByField = (names: Readonly<Record<string, string>>, record: string, field: string): string | undefined =>
  names[`${record}.${field}`] ?? names[`*.${field}`];

/**
 * Creates a function that translates a text, each text of a list, or the keys of an object; undefined if there are no
 * words.
 */
function createRewording(words: ReadonlyMap<string, string>, needles: Set<string>): TranslateValue | undefined {
  if (words.size === 0) return undefined;
  for (const from of words.keys()) needles.add(`"${from}"`);
  const reword = (word: string): string => words.get(word) ?? word;
  return (value) => {
    if (typeof value === 'string') return reword(value);
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? reword(item) : item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [reword(name), member]));
  };
}
