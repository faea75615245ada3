import type * as v from 'valibot';
import type { Access, Caller } from './access.ts';
import { assertRequestBounded } from './bounds.ts';
import type { Endpoint, ParamsOf, QueryOf } from './endpoint.ts';

type Entries = Readonly<Record<string, v.GenericSchema>>;

/** A WebSocket that clients may open, as data. */
export interface SocketDeclaration {
  readonly path: string;
  readonly access: Access;
  readonly feature?: Endpoint['feature'];
  readonly params?: Entries;
  readonly query?: Entries;
  /** Records sent as text frames. */
  readonly messages: readonly v.GenericSchema[];
  /** What binary frames carry; they're passed on from one client to another. */
  readonly relays?: string;
  readonly summary: string;
}

/** Declares a socket, preserving its exact type. Throws if any input is unbounded (decision 51). */
export function socket<const Declaration extends SocketDeclaration>(declaration: Declaration): Declaration {
  assertRequestBounded(declaration);
  return declaration;
}

/** An open connection as the areas see it; `platform/network/live-hub.ts` describes how slow readers are handled. */
export interface Connection {
  readonly userID: string;
  send(frame: string | Uint8Array): void;
  /** Sends a large amount at once; the time it takes doesn't make the client a slow reader. */
  sendAll(frames: readonly string[]): void;
  close(code: number, reason: string): void;
}

/** The input of a socket's opener, before the connection is accepted. */
export interface SocketRequest<D = unknown> {
  readonly caller: Caller;
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly address: string;
}

/** Handles an accepted connection. Client frames go to `received`; without it they're ignored. */
export interface SocketSession {
  /** Topics the connection listens to, in addition to its own user. */
  readonly topics?: readonly string[];
  /** Stays open when its user logs out: an ongoing call (phone rule 17). */
  readonly survivesLogout?: boolean;
  opened?(connection: Connection): void;
  received?(connection: Connection, frame: string | Uint8Array): void;
  /** Called once, as soon as the connection closes or the service closes it. */
  closed?(connection: Connection): void;
}

/** Checks a request for a socket; throws an AppError to reject the upgrade with its status. */
export type SocketOpener<D = SocketDeclaration> = (request: SocketRequest<D>) => SocketSession;
export type SocketApi = Readonly<Record<string, SocketDeclaration>>;
export type SocketOpeners<A extends SocketApi> = { readonly [Name in keyof A]: SocketOpener<A[Name]> };
