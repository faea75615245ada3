import type { IncomingMessage } from 'node:http';
import { parse, serialize } from 'hono/utils/cookie';
import type { Claim } from '#http/authenticate.ts';

/**
 * A browser's session: the token of the account in a cookie that no script can read. It ends with the token: whoever logs
 * out in an app is signed out here too.
 */
const cookieName = 'session';

/** Longer than any sailing. */
const maxAgeSeconds = 60 * 86_400;

/** Claims what the browser's cookie says, as the header of an app would. */
export function readSession({ headers }: IncomingMessage, address: string): Claim {
  const token = parse(headers.cookie ?? '', cookieName)[cookieName];
  return { authorization: token === undefined ? undefined : `Bearer ${token}`, address };
}

/** `Set-Cookie` of a session that begins. */
export const beginSession = (token: string, isSecure: boolean): string =>
  serialize(cookieName, token, { ...attributes, secure: isSecure, maxAge: maxAgeSeconds });

/** `Set-Cookie` of a session that ends. */
export const endSession = (isSecure: boolean): string =>
  serialize(cookieName, '', { ...attributes, secure: isSecure, maxAge: 0 });

// Lax: who follows a link to the ship from elsewhere is signed in; what is sent from elsewhere never is.
const attributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;
