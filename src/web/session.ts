import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { serialize } from 'hono/utils/cookie';
import { forbidden } from '#contract/errors.ts';
import type { Claim } from '#http/authenticate.ts';

/**
 * A browser's session: the token of the account in a cookie that no script can read. It ends with the token: whoever logs
 * out in an app is signed out here too.
 */
export const cookieName = 'session';

/** Longer than any sailing. */
const maxAgeSeconds = 60 * 86_400;

/** Looks for signs of tokens alone: the library takes ten times as long to read any cookie, and every page waits for it. */
const sessionCookie = new RegExp(`(?:^|;)[ \\t]*${cookieName}=([\\w-]+)[ \\t]*(?:;|$)`);

/** Claims what the browser's cookie says, as the header of an app would. */
export function readSession({ headers }: IncomingMessage, address: string): Claim {
  const token = sessionCookie.exec(headers.cookie ?? '')?.[1];
  return { authorization: token === undefined ? undefined : `Bearer ${token}`, address };
}

/** Set by `browser/account.ts`, which hides pages of someone who has signed out when the browser brings them back. */
const guardCookie = /(?:^|;)[ \t]*guarded=1[ \t]*(?:;|$)/;

/** Whether the script of the page runs in this browser, and hides what a person who signed out has left behind. */
export const isGuarded = ({ headers }: IncomingMessage): boolean => guardCookie.test(headers.cookie ?? '');

/** How this server is called, where the crew said so. */
export interface HostNames {
  readonly externalURL: string;
  readonly canonicalHostnames: readonly string[];
}

/**
 * Reads the session of a handshake for a socket, which a browser sends whatever page asks for it. Only pages of this
 * server may: the browser names the page's origin, and it must be the host that was asked. Where the crew named the
 * server, a foreign name that was made to point to it is none of its own either.
 */
export function createSocketSessions(names: HostNames): (request: IncomingMessage) => string | undefined {
  const isOwnName = createNameCheck(names);
  return (request) => {
    const { authorization } = readSession(request, '');
    if (authorization === undefined) return undefined;
    const { origin, host } = request.headers;
    if (origin !== undefined && URL.canParse(origin)) {
      const page = new URL(origin);
      if (page.host === host?.toLowerCase() && isOwnName(page.hostname)) return authorization;
    }
    throw forbidden('A browser opens this socket from pages of this server only.');
  };
}

/** Any name is taken while none is configured; an address that is no name can be pointed nowhere else. */
function createNameCheck({ externalURL, canonicalHostnames }: HostNames): (name: string) => boolean {
  const own = new Set([new URL(externalURL).hostname, ...canonicalHostnames].map((name) => name.toLowerCase()));
  const isNamed = [...own].some((name) => name !== 'localhost' && !isPlainAddress(name));
  return (name) => !isNamed || own.has(name) || name === 'localhost' || isPlainAddress(name);
}

/** Hosts of URLs are in brackets when they are IPv6 addresses. */
const isPlainAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/** `Set-Cookie` of a session that begins; a dialect may have a name of its own for the cookie. */
export const beginSession = (token: string, isSecure: boolean, name: string = cookieName): string =>
  serialize(name, token, { ...attributes, secure: isSecure, maxAge: maxAgeSeconds });

/** `Set-Cookie` of a session that ends. */
export const endSession = (isSecure: boolean): string =>
  serialize(cookieName, '', { ...attributes, secure: isSecure, maxAge: 0 });

// Lax: who follows a link to the ship from elsewhere is signed in; what is sent from elsewhere never is.
const attributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;
