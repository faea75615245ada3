import type { IncomingMessage } from 'node:http';

const start = Date.now().toString(36);
let serial = 0;

const idKey = Symbol('id of the request');
declare module 'node:http' {
  interface IncomingMessage {
    /** On the request itself: a map of requests would cost the garbage collector more than all else about ids. */
    [idKey]?: string;
  }
}

/** The id under which a request is in its response and in the log, unique in this process. */
export function getRequestID(request: IncomingMessage): string {
  request[idKey] ??= nextRequestID();
  return request[idKey];
}

/** An id for what was never read as a request. */
export function nextRequestID(): string {
  serial += 1;
  return `${start}-${serial.toString(36)}`;
}
