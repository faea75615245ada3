import type { IncomingMessage } from 'node:http';

const processStart = Date.now().toString(36);
let lastSerial = 0;

const idKey = Symbol('id of the request');
declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Stored on the request itself: a map of requests would cost more garbage collection than everything else about
     * ids.
     */
    [idKey]?: string;
  }
}

/** Returns the id of a request for its response and the log, unique in this process. */
export function getRequestID(request: IncomingMessage): string {
  request[idKey] ??= nextRequestID();
  return request[idKey];
}

/** Creates an id for a connection whose request couldn't be read. */
export function nextRequestID(): string {
  lastSerial += 1;
  return `${processStart}-${lastSerial.toString(36)}`;
}
