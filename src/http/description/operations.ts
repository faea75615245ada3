import { type Access, describeAccess, includesAccess } from '#contract/access.ts';
import {
  type Endpoint,
  type FileBody,
  getTextLimit,
  listRateLimits,
  listRouteVariants,
  listStatuses,
  type RouteVariant,
} from '#contract/endpoint.ts';
import { type RateLimit, socketOpeningLimit } from '#contract/rate-limit.ts';
import type { SocketDeclaration } from '#contract/socket.ts';
import { describeHeaders, describeRejections, listRejections, rateLimitHeaders, socketRejections } from './errors.ts';
import {
  describeHeaders as describeHeaderParameters,
  describeParameters,
  type ParameterContext,
} from './parameters.ts';
import { quoteRules, type Rules } from './rules.ts';
import { buildReference, type Json } from './schemas.ts';

/** An endpoint or socket with its area and the name it's declared under. */
interface NamedDeclaration<Declaration> {
  readonly area: string;
  readonly name: string;
  readonly declaration: Declaration;
}

/** An example call: its request and response bodies, if it has any. */
export interface Example {
  readonly status: number;
  readonly request?: unknown;
  readonly response?: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

/** Everything needed to describe operations. */
export interface OperationContext extends ParameterContext {
  readonly examples: Examples;
  readonly rules: Rules;
}

/** Describes one route variant of an endpoint; the examples are in the first one. */
export function describeOperation(
  book: OperationContext,
  { area, name, declaration }: NamedDeclaration<Endpoint>,
  variant: RouteVariant,
): Json {
  const operation = `${area}.${name}`;
  const rejections = listRejections(declaration, variant);
  const example = variant.primary ? book.examples[operation] : undefined;
  return {
    operationId: variant.primary ? operation : nameAlternative(operation, variant),
    ...(variant.primary ? {} : describeAlternative(declaration)),
    tags: [area],
    summary: declaration.summary,
    ...(variant.primary && quoteRules(book.rules, operation)),
    ...describeRequirements(declaration, listRateLimits(declaration)),
    ...(declaration.preregistration && { 'x-preregistration': true }),
    ...(declaration.isPoll && { 'x-poll': true }),
    parameters: [
      ...describeParameters(book, operation, declaration, variant.path),
      ...describeHeaderParameters(declaration, variant.method),
    ],
    ...describeRequestBody(book, declaration, example),
    'x-error-codes': rejections,
    responses: { ...describeSuccess(book, declaration, example), ...describeRejections(rejections) },
  };
}

/**
 * Returns an id that is safe in URLs and doesn't depend on the number of variants: method and path without punctuation.
 */
const nameAlternative = (operation: string, { method, path }: RouteVariant): string =>
  `${operation}.${[method.toLowerCase(), ...(path.match(/\w+/g) ?? [])].join('-')}`;

/** An alternative route is the same call (decision 7). */
function describeAlternative(declaration: Endpoint): Json {
  const [first] = listRouteVariants(declaration);
  return { deprecated: true, description: `Another spelling of \`${first?.method} ${first?.path}\`` };
}

/** Who may make the call, which switch turns it off, and its rate limits. */
function describeRequirements(
  { access, feature }: Pick<Endpoint, 'access' | 'feature'>,
  limits: readonly RateLimit[],
): Json {
  return {
    'x-access': describeAccess(access),
    ...(feature && { 'x-feature': feature }),
    ...(limits.length > 0 && {
      'x-rate-limits': limits.map(({ what, perFamily, perAddress }) => ({ what, perFamily, perAddress })),
    }),
    security: describeSecurity(access),
  };
}

function describeSecurity(access: Access): Json[] {
  const includes = (...kinds: readonly Access['kind'][]) => kinds.some((kind) => includesAccess(access, kind));
  return [
    ...(includes('open', 'optional') ? [{}] : []),
    ...(includes('basic', 'account-basic', 'service-basic') ? [{ basic: [] }] : []),
    ...(includes('optional', 'token', 'minimum', 'role') ? [{ bearer: [] }] : []),
  ];
}

function describeRequestBody({ schemas }: ParameterContext, declaration: Endpoint, example?: Example): Json {
  const { body, bodyFormat, bodyMayBeEmpty = false, file } = declaration;
  if (file) return { requestBody: describeFileBody(file) };
  if (!body) return {};
  const mediaType = bodyFormat === 'text' ? 'text/plain' : 'application/json';
  return {
    requestBody: {
      required: !bodyMayBeEmpty,
      description: describeBodyLimit(declaration),
      content: { [mediaType]: { schema: schemas.describe(body), ...withExample(example?.request) } },
    },
  };
}

/** Describes the body limit (core rule 10); the maximum size of a picture is a setting. */
function describeBodyLimit(declaration: Endpoint): string {
  const { pictures = 0 } = declaration;
  const forPictures = pictures > 0 ? `, and ${pictures} x 4/3 of maxImageSize for pictures` : '';
  return `At most ${getTextLimit(declaration)} bytes${forPictures}; more is 413`;
}

const describeFileBody = ({ mediaType, maxBytes }: FileBody): Json => ({
  required: true,
  description: `A file of at most ${maxBytes} bytes; more is 413`,
  content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
});

const successDescription = 'Success';
const unchangedDescription = 'Success: nothing had to change';

/** Successes whose description is always the same, by component name. */
export const emptySuccesses: Json = {
  Done: { description: successDescription, headers: describeHeaders() },
  WasSoAlready: { description: unchangedDescription, headers: describeHeaders() },
};

/** The first status is the default one; another one means that nothing had to change. */
function describeSuccess({ schemas }: ParameterContext, declaration: Endpoint, example?: Example): Json {
  const content = describeContent({ schemas }, declaration, example);
  const isLimited = listRateLimits(declaration).length > 0;
  const headers = describeHeaders(
    ...(declaration.hasEntityTag ? ['ETag'] : []),
    ...(isLimited ? rateLimitHeaders : []),
  );
  const describe = (status: number, isDefault: boolean): Json => {
    const description = isDefault ? successDescription : unchangedDescription;
    if (content && status !== 204) return { description, headers, content };
    return isLimited ? { description, headers } : buildReference('responses', isDefault ? 'Done' : 'WasSoAlready');
  };
  const described = listStatuses(declaration).map((status, index) => [status, describe(status, index === 0)]);
  const { emptyStatus } = declaration;
  const empty = emptyStatus === undefined ? {} : { [emptyStatus]: buildReference('responses', 'Done') };
  const unchanged = declaration.hasEntityTag ? { 304: buildReference('responses', 'NotModified') } : {};
  return { ...Object.fromEntries(described), ...empty, ...unchanged };
}

function describeContent(
  { schemas }: Pick<ParameterContext, 'schemas'>,
  { response }: Endpoint,
  example?: Example,
): Json | undefined {
  if (response === undefined) return undefined;
  if (!('content' in response)) {
    return { 'application/json': { schema: schemas.describe(response), ...withExample(example?.response) } };
  }
  const isText = response.content.startsWith('text/');
  return { [response.content]: { schema: isText ? { type: 'string' } : { type: 'string', format: 'binary' } } };
}

const withExample = (example: unknown): Json => (example === undefined ? {} : { example });

/** Describes the request that opens a socket. */
export function describeSocket(
  book: OperationContext,
  { area, name, declaration }: NamedDeclaration<SocketDeclaration>,
): Json {
  const operation = `${area}.${name}`;
  return {
    operationId: operation,
    tags: [area],
    summary: declaration.summary,
    ...quoteRules(book.rules, operation),
    ...describeRequirements(declaration, [socketOpeningLimit]),
    'x-websocket': true,
    'x-messages': declaration.messages.map((message) => book.schemas.describe(message)),
    parameters: describeParameters(book, operation, declaration, declaration.path),
    'x-error-codes': socketRejections,
    responses: {
      101: { description: 'Switching to WebSocket' },
      ...describeRejections(socketRejections),
    },
  };
}
