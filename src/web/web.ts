import type { IncomingMessage } from 'node:http';
import type { DialectFile } from '#config/dialect-file.ts';
import type { Endpoints } from '#http/ask.ts';
import type { Claim } from '#http/authenticate.ts';
import { type Incoming, readClientAddress, type ServerPorts } from '#http/ports.ts';
import { toPlainAddress } from '#platform/network/addresses.ts';
import type { Page } from './page.ts';
import { readSession } from './session.ts';

/** An account whose password everyone knows. */
export interface KnownAccount {
  readonly name: string;
  readonly level: string;
  readonly password: string;
}

/** What the pages are given of the rest of the program. */
export interface Web {
  /** All that are served: what leads to one of them asks whether the viewer may see it. */
  readonly pages: readonly Page[];
  readonly endpoints: Endpoints;
  readonly ports: ServerPorts;
  /** Accounts that anyone may enter with one touch, in development and testing; none anywhere else. */
  readonly knownAccounts: readonly KnownAccount[];
  /** The dialects that are spoken, whose apps share addresses of their own. */
  listDialects(): readonly DialectFile[];
  /** The address to tell to people, for a browser that came by this host. */
  findShipAddress(host: string | undefined): string;
  /** Does the service itself speak TLS? */
  readonly hasTls: boolean;
}

/** Who sends a request, by the browser's cookie. */
export function readClaim(incoming: Incoming, { ports }: Web): Claim {
  const node = incoming.env.incoming;
  return readSession(node, readClientAddress(node, ports.trustedProxies));
}

/** Programs, and the script of a page, ask for something else than a page. */
export const wantsPage = ({ env }: Incoming): boolean => /\btext\/html\b/.test(env.incoming.headers.accept ?? '');

/** Did the browser come over TLS: to the service itself, or to a trusted proxy before it? */
export function isSecure({ socket, headers }: IncomingMessage, { hasTls, ports }: Web): boolean {
  const isTrusted = ports.trustedProxies.includes(toPlainAddress(socket.remoteAddress ?? ''));
  return hasTls || (isTrusted && headers['x-forwarded-proto'] === 'https');
}
