import type { IncomingMessage } from 'node:http';
import type { DialectFile } from '#config/dialect-file.ts';
import type { ClaimedIdentity } from '#http/authenticate.ts';
import type { Endpoints } from '#http/in-process-calls.ts';
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

/** What the pages need from the rest of the program. */
export interface Web {
  /** All pages that are served: links to one check whether the viewer may see it. */
  readonly pages: readonly Page[];
  readonly endpoints: Endpoints;
  readonly ports: ServerPorts;
  /** Accounts that anyone may enter with one tap, only in development and testing. */
  readonly knownAccounts: readonly KnownAccount[];
  /** The enabled dialects, whose apps share addresses of their own. */
  listDialects(): readonly DialectFile[];
  /** Returns the address to show to people, for a browser that used this host. */
  findShipAddress(host: string | undefined): string;
  /** Whether the service itself speaks TLS. */
  readonly hasTls: boolean;
}

/** Reads the sender of a request from the browser's cookie. */
export function readClaim(incoming: Incoming, { ports }: Web): ClaimedIdentity {
  const node = incoming.env.incoming;
  return readSession(node, readClientAddress(node, ports.trustedProxies));
}

/** Whether the client wants a page: programs and the page's script request something else. */
export const acceptsHtml = ({ env }: Incoming): boolean => /\btext\/html\b/.test(env.incoming.headers.accept ?? '');

/** Whether the browser used TLS: to the service itself, or to a trusted proxy in front of it. */
export function isSecure({ socket, headers }: IncomingMessage, { hasTls, ports }: Web): boolean {
  const isTrusted = ports.trustedProxies.includes(toPlainAddress(socket.remoteAddress ?? ''));
  return hasTls || (isTrusted && headers['x-forwarded-proto'] === 'https');
}
