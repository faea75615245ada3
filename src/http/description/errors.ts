import { type Access, includesAccess } from '#contract/access.ts';
import {
  acceptsIdempotencyKey,
  type Endpoint,
  listFeatures,
  listParamNames,
  listRateLimits,
  type RouteVariant,
} from '#contract/endpoint.ts';
import { type ErrorCode, ErrorResponse } from '#contract/errors.ts';
import { lowDiskLevels } from '#contract/low-disk.ts';
import { errorStatuses } from '../error-response.ts';
import { type Json, refer, type SchemaBook } from './schemas.ts';

interface DescribedError {
  /** Name of the component. */
  readonly name: string;
  readonly description: string;
  /** Headers it may have in addition to those of every response. */
  readonly headers?: readonly string[];
}

/** The headers of calls with a rate limit. */
export const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

/** The rejections that the documents name; the body of each contains the reason for clients. */
const errors: Partial<Record<ErrorCode, DescribedError>> = {
  malformed: {
    name: 'BadRequest',
    description: 'Something cannot be read or breaks a rule; `fieldErrors` names the fields of the body',
  },
  unauthenticated: { name: 'Unauthorized', description: 'No login, or one that has ended: log in again' },
  forbidden: { name: 'Forbidden', description: 'This account may not do this; asking again changes nothing' },
  'not-found': { name: 'NotFound', description: 'There is no such thing, or none that the caller may see' },
  'too-slow': { name: 'TooSlow', description: 'The body came in too slowly' },
  conflict: { name: 'Conflict', description: 'What is there stands against it, or the first call is still running' },
  'too-large': { name: 'TooLarge', description: 'The body is larger than this call takes; read no further' },
  unprocessable: {
    name: 'Unprocessable',
    description: 'The body is missing, or the `Idempotency-Key` was used for another call',
  },
  'too-many': {
    name: 'TooMany',
    description: 'Too many in a short time',
    headers: ['Retry-After', ...rateLimitHeaders],
  },
  disabled: { name: 'Disabled', description: 'The feature is switched off' },
  unavailable: {
    name: 'Unavailable',
    description: 'The server cannot do this now',
    headers: ['Retry-After', 'X-Refused'],
  },
};

/** Endpoints that read a bearer token, or a name and password, either of which may be wrong. */
const needsLogin = ({ kind }: Access): boolean => kind !== 'open' && kind !== 'optional';

const checksPassword = (access: Access): boolean =>
  (['basic', 'account-basic', 'service-basic'] as const).some((kind) => includesAccess(access, kind));

/** Below the server's minimum level a call gets 401 without a login and 403 otherwise (core rule 31). */
const isClosedBelowMinimum = ({ access, ignoresServerMinimum }: Endpoint): boolean =>
  !ignoresServerMinimum && access.kind !== 'open';

/** Lists the reasons why a call may be rejected, as far as its declaration determines them. */
export function listRejections(declaration: Endpoint, { method, path }: RouteVariant): readonly ErrorCode[] {
  const { access, body, bodyMayBeEmpty = false, file, query, rejects = [] } = declaration;
  const hasBody = body !== undefined || file !== undefined;
  const isKeyed = acceptsIdempotencyKey({ ...declaration, method });
  const hasParams = listParamNames(path).length > 0;
  const isCounted = listRateLimits(declaration).length > 0 || checksPassword(access);
  const isClosed = isClosedBelowMinimum(declaration);
  const applies: Partial<Record<ErrorCode, boolean>> = {
    malformed: hasParams || query !== undefined || hasBody || isKeyed,
    unauthenticated: needsLogin(access) || isClosed,
    forbidden: isClosed,
    'not-found': hasParams,
    'too-slow': hasBody,
    conflict: isKeyed,
    'too-large': hasBody,
    unprocessable: isKeyed || (body !== undefined && !bodyMayBeEmpty),
    'too-many': isCounted || hasBody || method === 'GET',
    disabled: listFeatures(declaration).length > 0,
    unavailable: true,
  };
  return keysOf(errors).filter((code) => applies[code] || rejects.includes(code));
}

/** Reasons why a request for a socket may be rejected. */
export const socketRejections: readonly ErrorCode[] = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'not-found',
  'too-many',
  'disabled',
  'unavailable',
];

/** References to the described rejections, by status; others have the same body. */
export function describeRejections(codes: readonly ErrorCode[]): Json {
  const named = codes.map((code) => [errorStatuses[code], refer('responses', errors[code]?.name ?? 'Error')]);
  return { ...Object.fromEntries(named), default: refer('responses', 'Error') };
}

/** Headers that responses share. */
export const headerComponents: Json = {
  'X-Request-Id': {
    description: 'Under which the request stands in the log of the crew: name it when you ask them',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
  RateLimit: {
    description:
      'How much of the rate limit is left (`r`), and in how many seconds there is one more (`t`): `"QR codes";r=119;t=1`',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'The rate limit of the call: how many at once (`q`), refilled evenly over how many seconds (`w`): `"QR codes";q=120;w=60`. A list where a call counts several things',
    schema: { type: 'string' },
  },
  'X-Refused': {
    description:
      'While the disk runs low: pictures and clips alone are refused, or what begins something too, or all writing',
    schema: { type: 'string', enum: [...lowDiskLevels] },
  },
  ETag: { description: 'Names this state of the response; send it as `If-None-Match`', schema: { type: 'string' } },
};

const requestID = { 'X-Request-Id': refer('headers', 'X-Request-Id') };

/** Returns the headers of every response, plus these. */
export const describeHeaders = (...names: readonly string[]): Json => ({
  ...Object.fromEntries(names.map((name) => [name, refer('headers', name)])),
  ...requestID,
});

/** Responses that calls share: every rejection, and "not modified". */
export function describeErrorComponents(schemas: SchemaBook): Json {
  const content = { 'application/json': { schema: schemas.describe(ErrorResponse) } };
  const describeError = ({ name, description, headers = [] }: DescribedError) => [
    name,
    { description, headers: describeHeaders(...headers), content },
  ];
  return {
    ...Object.fromEntries(Object.values(errors).map(describeError)),
    NotModified: { description: 'The client has what it would get', headers: describeHeaders('ETag') },
    Error: { description: 'Every other error', headers: describeHeaders(), content },
  };
}

// The keys of an object literal are exactly those of its type.
const keysOf = <Key extends string>(object: Partial<Record<Key, unknown>>): Key[] => Object.keys(object) as Key[];
