import type { IncomingMessage } from 'node:http';

const start = Date.now().toString(36);
const ids = new WeakMap<IncomingMessage, string>();
let serial = 0;

/** The id under which a request stands in its response and in the log, unique in this process. */
export function getRequestID(request: IncomingMessage): string {
  const existing = ids.get(request);
  if (existing !== undefined) return existing;
  const id = nextRequestID();
  ids.set(request, id);
  return id;
}

/** An id for what was never read as a request. */
export function nextRequestID(): string {
  serial += 1;
  return `${start}-${serial.toString(36)}`;
}
