import type { IncomingMessage } from 'node:http';
import { type RequestScope, runInScope } from '#platform/observing/request-scope.ts';
import { type Incoming, readClientAddress, type ServerPorts } from './ports.ts';
import { getRequestID } from './request-id.ts';

type ScopePorts = Pick<ServerPorts, 'trustedProxies'>;

/** What the log says about a request: created for each one, and read only when a line is written. */
class IncomingScope implements RequestScope {
  readonly #node: IncomingMessage;
  readonly #trustedProxies: readonly string[];
  account?: string;
  isConfidential?: boolean;
  workStart?: number;

  constructor(node: IncomingMessage, { trustedProxies }: ScopePorts) {
    this.#node = node;
    this.#trustedProxies = trustedProxies;
  }

  describe(): Record<string, string> {
    const requestID = getRequestID(this.#node);
    if (this.isConfidential) return { requestID };
    const address = readClientAddress(this.#node, this.#trustedProxies);
    return this.account === undefined ? { requestID, address } : { requestID, address, account: this.account };
  }
}

const scopeKey = Symbol('what the log says of the request');
declare module 'node:http' {
  interface IncomingMessage {
    /** Stored on the request itself, like its id. */
    [scopeKey]?: IncomingScope;
  }
}

/** Returns the same object for all work on behalf of a request. */
export function getRequestScope({ env }: Incoming, ports: ScopePorts): RequestScope {
  env.incoming[scopeKey] ??= new IncomingScope(env.incoming, ports);
  return env.incoming[scopeKey];
}

/** Runs work on behalf of a request; log lines written meanwhile name it. */
export const runForRequest = <Result>(incoming: Incoming, ports: ScopePorts, work: () => Result): Result =>
  runInScope(getRequestScope(incoming, ports), work);
