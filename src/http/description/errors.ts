import { type Access, includesAccess } from '#contract/access.ts';
import {
  acceptsIdempotencyKey,
  type Endpoint,
  listFeatures,
  listParamNames,
  listRateLimits,
  type RouteVariant,
} from '#contract/endpoint.ts';
import { creationRejections, type ErrorCode, errorCodes, listErrorCodes } from '#contract/error-codes.ts';
import { ErrorResponse } from '#contract/errors.ts';
import { lowDiskLevels } from '#contract/low-disk.ts';
import { findRejectingLevel } from '../refuse-while-disk-is-low.ts';
import { buildReference, type Json, type SchemaCollection } from './schemas.ts';

interface DescribedError {
  /** Name of the component. */
  readonly name: string;
  readonly description: string;
  /** Headers it may have in addition to those of every response. */
  readonly headers?: readonly string[];
}

/** The headers of calls with a rate limit. */
export const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

/** The statuses of rejections that documents name; clients find the code and the reason in the body of each. */
const errors: Readonly<Record<number, DescribedError>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is invalid; `fieldErrors` names the fields of the body',
  },
  401: { name: 'Unauthorized', description: 'Not logged in, or the session has ended; log in again' },
  403: {
    name: 'Forbidden',
    description: "The account can't do this; `Retry-After` says when it can, if that's a matter of time",
    headers: ['Retry-After'],
  },
  404: { name: 'NotFound', description: "It doesn't exist, or you can't see it" },
  408: { name: 'TooSlow', description: 'The body arrived too slowly' },
  409: {
    name: 'Conflict',
    description: 'It conflicts with the current state, or the first request is still in progress',
  },
  413: { name: 'TooLarge', description: 'The body is too large' },
  422: {
    name: 'Unprocessable',
    description: 'The body is missing, or the `Idempotency-Key` was used for a different request',
  },
  429: { name: 'TooMany', description: 'Too many requests', headers: ['Retry-After', ...rateLimitHeaders] },
  451: { name: 'Disabled', description: 'The feature is switched off' },
  503: {
    name: 'Unavailable',
    description: "The server can't do this right now",
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

/** Pictures and files are for callers who may create content. */
const takesPictures = ({ pictures = 0, fileMember }: Endpoint): boolean => pictures > 0 || fileMember !== undefined;

/** The codes of a call's errors, as far as its declaration tells, in the order of the list; any call may be `serverError`. */
export function listRejections(declaration: Endpoint, { method, path }: RouteVariant): readonly ErrorCode[] {
  const { access, body, bodyFormat, bodyMayBeEmpty, file, query, rejects = [] } = declaration;
  const hasBody = body !== undefined || file !== undefined;
  const isKeyed = acceptsIdempotencyKey({ ...declaration, method });
  const hasParams = listParamNames(path).length > 0;
  const takesPassword = checksPassword(access);
  const isCounted = listRateLimits(declaration).length > 0 || takesPassword;
  const isClosed = isClosedBelowMinimum(declaration);
  const applies: Partial<Record<ErrorCode, boolean>> = {
    malformed: hasParams || query !== undefined || hasBody || isKeyed,
    invalidPath: hasParams,
    invalidQuery: query !== undefined,
    unreadableBody: hasBody,
    wrongType: body !== undefined && bodyFormat !== 'text',
    invalidFields: hasParams || (body !== undefined && bodyFormat !== 'text'),
    notAuthenticated: access.kind !== 'basic' && (needsLogin(access) || isClosed),
    passwordRequired: takesPassword,
    wrongCredentials: access.kind === 'basic',
    wrongAccount: includesAccess(access, 'account-basic'),
    accessDenied: includesAccess(access, 'minimum') || includesAccess(access, 'role'),
    banned: takesPassword,
    serverClosed: isClosed,
    ...Object.fromEntries(creationRejections.map((code) => [code, takesPictures(declaration)])),
    notFound: hasParams,
    tooSlow: hasBody,
    stillRunning: isKeyed,
    tooLarge: hasBody,
    bodyMissing: body !== undefined && !bodyMayBeEmpty,
    keyReused: isKeyed,
    tooManyRequests: isCounted || hasBody || method === 'GET',
    featureOff: listFeatures(declaration).length > 0,
    diskLow: takesPictures(declaration) || findRejectingLevel(declaration) !== undefined,
    unavailable: true,
  };
  return listErrorCodes().filter((code) => applies[code] || rejects.includes(code));
}

/** Reasons why a request for a socket may be rejected. */
export const socketRejections: readonly ErrorCode[] = [
  'malformed',
  'invalidPath',
  'invalidQuery',
  'limitReached',
  'notAuthenticated',
  'accessDenied',
  'crossSite',
  'notMember',
  'serverClosed',
  'notFound',
  'tooManyRequests',
  'featureOff',
  'unavailable',
];

/** References to the described rejections, by status; others have the same body. */
export function describeRejections(codes: readonly ErrorCode[]): Json {
  const statuses = codes.map((code) => errorCodes[code].status);
  const named = statuses.map((status) => [status, buildReference('responses', errors[status]?.name ?? 'Error')]);
  return { ...Object.fromEntries(named), default: buildReference('responses', 'Error') };
}

/** Headers that responses share. */
export const headerComponents: Json = {
  'X-Request-Id': {
    description: 'ID of the request in the server log; mention it when you report a problem',
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
  ETag: { description: 'Version of the response; send it as `If-None-Match`', schema: { type: 'string' } },
};

const requestID = { 'X-Request-Id': buildReference('headers', 'X-Request-Id') };

/** Returns the headers of every response, plus these. */
export const describeHeaders = (...names: readonly string[]): Json => ({
  ...Object.fromEntries(names.map((name) => [name, buildReference('headers', name)])),
  ...requestID,
});

/** Responses that calls share: every rejection, and "not modified". */
export function describeErrorComponents(schemas: SchemaCollection): Json {
  const content = { 'application/json': { schema: schemas.describe(ErrorResponse) } };
  const describeError = ({ name, description, headers = [] }: DescribedError) => [
    name,
    { description, headers: describeHeaders(...headers), content },
  ];
  return {
    ...Object.fromEntries(Object.values(errors).map(describeError)),
    NotModified: { description: 'The cached response is still current', headers: describeHeaders('ETag') },
    Error: { description: 'Every other error', headers: describeHeaders(), content },
  };
}
