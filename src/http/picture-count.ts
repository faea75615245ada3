import type { Endpoint } from '#contract/endpoint.ts';
import { picturesUploaded } from '#contract/rate-limit.ts';
import type { ServerPorts } from './ports.ts';
import type { Sender } from './rate-limits.ts';

/** Counts the pictures that a body carries under their limit, and tells how many there are. */
export function countPictures({ pictures = 0 }: Endpoint, body: unknown, sender: Sender, ports: ServerPorts): number {
  const count = pictures > 0 ? countBytesIn(body) : 0;
  if (count > 0) ports.rateLimits.count(picturesUploaded, sender, count);
  return count;
}

/** How many members of a body, at whatever depth, are bytes: the declaration allows no other bytes than pictures. */
function countBytesIn(value: unknown): number {
  if (value instanceof Uint8Array) return value.length > 0 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countBytesIn(member), 0);
}
