import { type Access, type Caller, type Credentials, isAllowed } from '#contract/access.ts';
import { AppError, forbidden } from '#contract/errors.ts';
import { nameAccount } from '#platform/observing/request-scope.ts';

/** Identifies accounts; provided by the accounts area, which this layer doesn't know. */
export interface Authenticator {
  /** The owner of a valid token; undefined for an ended one or a banned owner. */
  byToken(token: string): Caller | undefined;
  /** Returns the account with this name and password. Throws an AppError for wrong credentials. */
  byPassword(credentials: Credentials, address: string): Promise<Caller>;
  /** Returns the service account with this name and password. Throws an AppError for wrong credentials. */
  byServicePassword(credentials: Credentials, address: string): Promise<Caller>;
}

/** The caller, with as much identity as the endpoint's access word requires. */
export interface Identity {
  readonly caller: Caller | undefined;
  readonly credentials: Credentials | undefined;
}

/** What a request says about its sender. */
export interface ClaimedIdentity {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly address: string;
}

const anonymous: Identity = { caller: undefined, credentials: undefined };
const challenge = { headers: { 'www-authenticate': 'Basic realm="Gangway", charset="UTF-8"' } };

/** Creates a 401 with the wording from the contract. */
export const unauthenticated = () => new AppError('notAuthenticated', 'User not authenticated.');
const badCredentials = () =>
  new AppError('passwordRequired', 'A valid Basic Authorization header is required.', challenge);

/**
 * Identifies the caller as far as the access word requires; only passwords are checked asynchronously. Throws 401 or
 * 403.
 */
export function authenticate(
  access: Access,
  claim: ClaimedIdentity,
  authenticator: Authenticator,
): Identity | Promise<Identity> {
  if (access.kind === 'open') return anonymous;
  if (access.kind === 'basic') return { caller: undefined, credentials: readBasicOrFail(claim) };
  const caller = findByToken(claim, authenticator);
  if (access.kind === 'optional') return { caller, credentials: undefined };
  if (!caller) return authenticateByPassword(access, claim, authenticator);
  assertAllowed(access, caller);
  return { caller, credentials: undefined };
}

let lastRead: { readonly authorization: string; readonly token: string | undefined } | undefined;

/** All calls of one page have the same header. */
function readToken(authorization: string): string | undefined {
  if (lastRead?.authorization !== authorization)
    lastRead = { authorization, token: /^bearer +(\S{1,200}) *$/i.exec(authorization)?.[1] };
  return lastRead.token;
}

/** Returns the owner of the request's bearer token, if the token is valid. */
export function findByToken({ authorization }: ClaimedIdentity, authenticator: Authenticator): Caller | undefined {
  const token = authorization === undefined ? undefined : readToken(authorization);
  const caller = token === undefined ? undefined : authenticator.byToken(token);
  if (caller) nameAccount(caller.username);
  return caller;
}

/** Throws if the endpoint doesn't accept this caller's token. */
export function assertAllowed(access: Access, caller: Caller): void {
  if (isAllowed(access, caller)) return;
  // Calls that require a password don't accept a token (core rule 26).
  if (access.kind === 'service-basic' || access.kind === 'account-basic') throw badCredentials();
  throw forbidden('accessDenied', "Your account can't do this.");
}

/** Returns the account whose name and password were sent, if the access word accepts them. */
async function authenticateByPassword(
  access: Access,
  claim: ClaimedIdentity,
  authenticator: Authenticator,
): Promise<Identity> {
  const choices: readonly Access[] = access.kind === 'either' ? access.choices : [access];
  const form = choices.find(({ kind }) => kind === 'service-basic' || kind === 'account-basic');
  if (!form) throw unauthenticated();
  const credentials = readBasicOrFail(claim);
  try {
    const check = form.kind === 'service-basic' ? authenticator.byServicePassword : authenticator.byPassword;
    const caller = await check(credentials, claim.address);
    nameAccount(caller.username);
    return { caller, credentials: undefined };
  } catch (error) {
    // A wrong password gets the same response as a missing one, which explains how to send it (schedule rule 111).
    throw error instanceof AppError && error.status === 401 ? badCredentials() : error;
  }
}

function readBasicOrFail({ authorization }: ClaimedIdentity): Credentials {
  const credentials = readBasic(authorization);
  if (!credentials) throw badCredentials();
  return credentials;
}

/**
 * Parses Basic credentials. Bytes that aren't UTF-8 are read as Latin-1, and the password may contain colons (core rule
 * 37).
 */
function readBasic(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const utf8 = bytes.toString('utf8');
  const text = Buffer.from(utf8, 'utf8').equals(bytes) ? utf8 : bytes.toString('latin1');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
