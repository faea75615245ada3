import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { serialize } from 'hono/utils/cookie';
import { forbidden } from '#contract/errors.ts';
import type { ClaimedIdentity } from '#http/authenticate.ts';

/**
 * A browser's session: the account's token in a cookie that scripts can't read. It ends with the token: logging out in
 * an app signs the user out here too.
 */
export const cookieName = 'session';

/** Longer than any sailing. */
const maxAgeSeconds = 60 * 86_400;

/** Only extracts tokens: the library takes ten times as long to parse cookies, and every page waits for it. */
const sessionCookie = new RegExp(`(?:^|;)[ \\t]*${cookieName}=([\\w-]+)[ \\t]*(?:;|$)`);

/** Builds the claim from the browser's cookie, as if it were an app's header. */
export function readSession({ headers }: IncomingMessage, address: string): ClaimedIdentity {
  const token = sessionCookie.exec(headers.cookie ?? '')?.[1];
  return { authorization: token === undefined ? undefined : `Bearer ${token}`, address };
}

/** Set by `browser/account.ts`, which hides pages of someone who has signed out when the browser restores them. */
const guardCookiePattern = /(?:^|;)[ \t]*guarded=1[ \t]*(?:;|$)/;

/** Whether the page's script runs in this browser and hides pages of a user who has signed out. */
export const isGuarded = ({ headers }: IncomingMessage): boolean => guardCookiePattern.test(headers.cookie ?? '');

/** The server's name, if the crew configured one. */
export interface HostNames {
  readonly externalURL: string;
  readonly canonicalHostnames: readonly string[];
}

/**
 * Reads the session of a WebSocket handshake, which a browser sends on behalf of any page. Only this server's own pages
 * may use it: the browser sends the page's origin, which must match the requested host. If the crew configured a name,
 * a foreign name that resolves to the server doesn't count as its own.
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
    throw forbidden('crossSite', 'Browsers can open this socket only from pages on this server.');
  };
}

/** Any name is accepted if none is configured. An IP address is always accepted, since DNS can't point it elsewhere. */
function createNameCheck({ externalURL, canonicalHostnames }: HostNames): (name: string) => boolean {
  const own = new Set([new URL(externalURL).hostname, ...canonicalHostnames].map((name) => name.toLowerCase()));
  const hasHostName = [...own].some((name) => name !== 'localhost' && !isPlainAddress(name));
  return (name) => !hasHostName || own.has(name) || name === 'localhost' || isPlainAddress(name);
}

/** URLs have IPv6 addresses in brackets. */
const isPlainAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/** Builds the `Set-Cookie` header that begins a session; a dialect may have its own cookie name. */
export const beginSession = (token: string, isSecure: boolean, name: string = cookieName): string =>
  serialize(name, token, { ...cookieAttributes, secure: isSecure, maxAge: maxAgeSeconds });

/** Builds the `Set-Cookie` header that ends a session. */
export const endSession = (isSecure: boolean): string =>
  serialize(cookieName, '', { ...cookieAttributes, secure: isSecure, maxAge: 0 });

// Lax: users who follow a link to the ship from another site are signed in, but forms from other sites never are.
const cookieAttributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;
