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
  /** What binary frames carry, which are passed on from one client to another. */
  readonly relays?: string;
  readonly summary: string;
}

/** Declares one socket, keeping its exact type. Throws where something from outside has no end (decision 51). */
export function socket<const Declaration extends SocketDeclaration>(declaration: Declaration): Declaration {
  assertRequestBounded(declaration);
  return declaration;
}

/** An open connection as the areas see it; `platform/live-hub.ts` says how slow ones are treated. */
export interface Connection {
  readonly userID: string;
  send(frame: string | Uint8Array): void;
  /** Sends much at once; that it takes its time does not make the client a slow reader. */
  sendAll(frames: readonly string[]): void;
  close(code: number, reason: string): void;
}

/** What a socket's opener is given before the connection is accepted. */
export interface SocketRequest<D = unknown> {
  readonly caller: Caller;
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly address: string;
}

/** What happens on an accepted connection. Frames from the client reach `received`; without it they are ignored. */
export interface SocketSession {
  /** Topics the connection listens to, next to its own user. */
  readonly topics?: readonly string[];
  /** Stays open when its user logs out: a call that is going on (phone rule 17). */
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
