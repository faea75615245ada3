import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import type { Json } from '#http/description/schemas.ts';
import { type Html, html } from '#platform/text/html.ts';

/** The input of the page. */
export interface Documents {
  readonly openApi: Json;
  readonly asyncApi: Json;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly description: string; readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
  readonly 'x-access': string;
  readonly 'x-error-codes': readonly ErrorCode[];
  readonly 'x-feature'?: string | readonly string[];
}

/** A call under its first spelling, with the others. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly spellings: readonly string[];
}

/** This program makes the documents, so their structure is known. */
const readPaths = (openApi: Json) => openApi.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const readTags = (openApi: Json) => openApi.tags as readonly { readonly name: string; readonly description?: string }[];
const readSchemas = (openApi: Json) =>
  (openApi.components as { readonly schemas: Readonly<Record<string, Schema>> }).schemas;

const getReferencedName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Describes the type of a value in a few words, with a link to the record if it is one. */
function describeType(schema: Schema): Html {
  const { $ref, type, format, enum: words, items, anyOf, additionalProperties } = schema;
  if ($ref !== undefined) return html`<a href="#record-${getReferencedName($ref)}">${getReferencedName($ref)}</a>`;
  if (items) return html`list of ${describeType(items)}`;
  if (anyOf) return html`${anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${describeType(one)}`)}`;
  if (words) return html`${words.map((word, index) => html`${index > 0 ? ' ' : ''}<code>${String(word)}</code>`)}`;
  if ('const' in schema) return html`<code>${String(schema.const)}</code>`;
  if (additionalProperties) return html`object of ${describeType(additionalProperties)}`;
  return html`${format ?? type ?? 'anything'}`;
}

/** Describes the limits of a value, if it has any. */
function describeBounds({ minLength = 0, maxLength, minimum, maximum, maxItems, format }: Schema): string {
  if (maxItems !== undefined) return `, at most ${maxItems}`;
  if (maxLength !== undefined) return `, ${minLength} to ${maxLength} characters`;
  return format === 'int32' && minimum === -(2 ** 31) ? '' : describeRange(minimum, maximum);
}

function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined || maximum === undefined) return minimum === undefined ? '' : `, from ${minimum}`;
  return maximum >= 2 ** 31 - 1 ? `, from ${minimum}` : `, ${minimum} to ${maximum}`;
}

const describeField = (name: string, note: string, schema: Schema, description = ''): Html =>
  html`<dt><code>${name}</code> <small>${note}${describeType(schema)}${describeBounds(schema)}</small></dt><dd>${description}</dd>`;

/** Describes a body: a record, or bytes of some kind. */
const describeContents = (contents: Contents): Html[] =>
  Object.entries(contents).map(([mediaType, { schema }]) =>
    mediaType === 'application/json' && schema ? html`${describeType(schema)}` : html`<code>${mediaType}</code>`,
  );

/** Lists each call once, with its deprecated aliases. */
function listCalls(openApi: Json): Call[] {
  const all = Object.entries(readPaths(openApi)).flatMap(([path, entry]) =>
    Object.entries(entry).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const further = Map.groupBy(
    all.filter(({ operation }) => operation.deprecated),
    ({ operation }) => operation.operationId.split('.').slice(0, 2).join('.'),
  );
  return all
    .filter(({ operation }) => !operation.deprecated)
    .map((call) => ({
      ...call,
      spellings: (further.get(call.operation.operationId) ?? []).map(({ method, path }) => `${method} ${path}`),
    }));
}

/** Groups error codes by HTTP status. */
const describeCodes = (codes: readonly ErrorCode[]): Html[] =>
  [...Map.groupBy(codes, (code) => errorCodes[code].status)].map(
    ([status, own]) => html`${status} ${own.map((code) => html`<code>${code}</code> `)}`,
  );

/** Renders every error code with its status and cause. */
export const describeErrorCodes = (): Html =>
  html`<dl>${Object.entries(errorCodes).map(
    ([code, { status, means }]) => html`<dt><code>${code}</code> <small>${status}</small></dt><dd>${means}</dd>`,
  )}</dl>`;

function describeCall({ method, path, operation, spellings }: Call): Html {
  const {
    summary,
    description = '',
    parameters,
    requestBody,
    responses,
    'x-access': access,
    'x-feature': feature,
  } = operation;
  const named = parameters.filter(({ $ref }) => $ref === undefined);
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return html`<details><summary><b>${method}</b> <code>${path}</code> ${summary}</summary><dl>
${description === '' ? '' : html`<dt>Behaviour</dt>${description.split('\n\n').map((rule) => html`<dd>${rule}</dd>`)}`}
<dt>Access</dt><dd>${access}${feature ? `; feature ${[feature].flat().join(', ')}` : ''}</dd>
${named.map((one) => describeField(one.name, `${one.in}: `, one.schema, one.description))}
${requestBody ? html`<dt>Body</dt><dd>${describeContents(requestBody.content)}. ${requestBody.description}</dd>` : ''}
${successes.map(([status, { content }]) => html`<dt>${status}</dt><dd>${content ? describeContents(content) : 'no body'}</dd>`)}
<dt>Errors</dt><dd>${describeCodes(operation['x-error-codes'])}</dd>
${spellings.length > 0 ? html`<dt>Also</dt><dd>${spellings.map((spelling) => html`<code>${spelling}</code> `)}</dd>` : ''}
</dl></details>
`;
}

/** Renders all calls by area. */
export function describeCalls(openApi: Json): Html[] {
  const calls = Map.groupBy(listCalls(openApi), ({ operation }) => operation.tags[0]);
  return readTags(openApi).map(({ name, description = '' }) => {
    const own = calls.get(name) ?? [];
    return html`<details id="area-${name}"><summary><strong>${name}</strong>: ${description} <small>(${own.length})</small></summary>
${own.map(describeCall)}</details>
`;
  });
}

interface Channel {
  readonly address: string;
  readonly summary: string;
  readonly messages: Readonly<Record<string, unknown>>;
}

/** Renders all sockets with their frames. */
export function describeSocketList(asyncApi: Json): Html {
  const channels = Object.values(asyncApi.channels as Readonly<Record<string, Channel>>);
  return html`<dl>${channels.map(
    ({ address, summary, messages }) =>
      html`<dt><code>${address}</code></dt><dd>${summary}. Frames: ${Object.keys(messages).map((name) =>
        name === 'Binary' ? html`binary ` : html`<a href="#record-${name}">${name}</a> `,
      )}</dd>`,
  )}</dl>`;
}

/** Renders all records with their properties. */
export const describeRecords = (openApi: Json): Html[] =>
  Object.entries(readSchemas(openApi)).map(
    ([name, { properties = {}, required = [] }]) => html`<details id="record-${name}"><summary>${name}</summary><dl>
${Object.entries(properties).map(([property, schema]) =>
  describeField(property, required.includes(property) ? '' : 'optional ', schema, schema.description),
)}
</dl></details>
`,
  );
