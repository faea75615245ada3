import type { AccessLevel } from '#contract/access.ts';
import { type Access, type Caller, type Credentials, isAllowed, isAtLeast } from '#contract/access.ts';
import { type Endpoint, listFeatures } from '#contract/endpoint.ts';
import { AppError, forbidden } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';

/** Who is who: provided by the accounts, which this layer does not know. */
export interface Authenticator {
  /** The owner of a valid token; nobody for a banned one. */
  byToken(token: string): Caller | undefined;
  /** The account with this name and password. Throws an AppError otherwise. */
  byPassword(credentials: Credentials, address: string): Promise<Caller>;
  /** The service account with this name and password. Throws an AppError otherwise. */
  byServicePassword(credentials: Credentials, address: string): Promise<Caller>;
}

/** Switches that administrators may turn while the service runs. */
export interface Switches {
  serverMinimum(): { readonly level: AccessLevel; readonly preregistration: boolean };
  /** Throws 451 while the feature is switched off for this caller. */
  assertFeatureEnabled(caller: Caller | undefined, feature: Feature): void;
}

export interface Identity {
  readonly caller: Caller | undefined;
  readonly credentials: Credentials | undefined;
}

const nobody: Identity = { caller: undefined, credentials: undefined };
const challenge = { headers: { 'www-authenticate': 'Basic realm="Gangway", charset="UTF-8"' } };

const unauthenticated = () => new AppError('unauthenticated', 'User not authenticated.');
const badCredentials = () =>
  new AppError('unauthenticated', 'A valid Basic Authorization header is needed.', challenge);

/** Basic credentials; bytes that are not UTF-8 are read as Latin-1, and the password may hold colons (core rule 37). */
function readBasic(header: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const utf8 = bytes.toString('utf8');
  const text = Buffer.from(utf8, 'utf8').equals(bytes) ? utf8 : bytes.toString('latin1');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function readBearer(header: string | undefined): string | undefined {
  return /^bearer +(\S{1,200}) *$/i.exec(header ?? '')?.[1];
}

/** Finds out who calls, as far as the endpoint's access word asks; only passwords must be waited for. Throws 401 or 403. */
export function authenticate(
  access: Access,
  header: string | undefined,
  address: string,
  authenticator: Authenticator,
): Identity | Promise<Identity> {
  if (access.kind === 'open') return nobody;
  if (access.kind === 'basic') return { caller: undefined, credentials: readBasic(header) ?? failWithChallenge() };
  const bearer = readBearer(header);
  const caller = bearer === undefined ? undefined : authenticator.byToken(bearer);
  if (access.kind === 'optional') return { caller, credentials: undefined };
  if (caller) return { caller: assertAllowed(access, caller), credentials: undefined };
  return authenticateByPassword(access, header, address, authenticator);
}

function failWithChallenge(): never {
  throw badCredentials();
}

function assertAllowed(access: Access, caller: Caller): Caller {
  if (isAllowed(access, caller)) return caller;
  // A token is no way into a call that wants a password and nothing else (core rule 26).
  if (access.kind === 'service-basic' || access.kind === 'account-basic') throw badCredentials();
  throw forbidden('Your account may not do this.');
}

/** The account whose name and password were sent, where the access word takes them. */
function authenticateByPassword(
  access: Access,
  header: string | undefined,
  address: string,
  authenticator: Authenticator,
): Promise<Identity> {
  const choices: readonly Access[] = access.kind === 'either' ? access.choices : [access];
  const form = choices.find(({ kind }) => kind === 'service-basic' || kind === 'account-basic');
  if (!form) throw unauthenticated();
  const credentials = readBasic(header) ?? failWithChallenge();
  const found =
    form.kind === 'service-basic'
      ? authenticator.byServicePassword(credentials, address)
      : authenticator.byPassword(credentials, address);
  return found.then((caller) => ({ caller, credentials: undefined }), addChallenge);
}

/** A wrong password is answered like a missing one: with the word of how to send it (schedule rule 111). */
function addChallenge(error: unknown): never {
  throw error instanceof AppError && error.code === 'unauthenticated' ? badCredentials() : error;
}

type Guarded = Pick<Endpoint, 'access' | 'feature' | 'preregistration' | 'ignoresServerMinimum'>;

/** Applies the server minimum level and the feature switches, in this order (core rules 30 to 32). */
export function authorize(gated: Guarded, caller: Caller | undefined, switches: Switches): void {
  if (isSubjectToMinimum(gated)) assertServerMinimum(gated, caller, switches);
  for (const feature of listFeatures(gated)) switches.assertFeatureEnabled(caller, feature);
}

/** Open, service and login calls are not: login decides for itself, once it knows the account (core rule 40). */
function isSubjectToMinimum({ access, ignoresServerMinimum }: Guarded): boolean {
  return !ignoresServerMinimum && access.kind !== 'open' && access.kind !== 'basic' && access.kind !== 'service-basic';
}

function assertServerMinimum(gated: Guarded, caller: Caller | undefined, switches: Switches): void {
  const { level, preregistration } = switches.serverMinimum();
  if (level === 'banned' || (preregistration && gated.preregistration)) return;
  if (!caller) throw unauthenticated();
  if (!isAtLeast(caller.level, level)) throw forbidden('The server is not open to your account at the moment.');
}
