import type { Caller } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { pictureUploadLimit } from '#contract/rate-limit.ts';
import type { ServerPorts } from './ports.ts';
import type { Sender } from './rate-limits.ts';
import { assertDiskSpaceForPictures } from './refuse-while-disk-is-low.ts';

/**
 * Counts the pictures in a body against their limit and returns their number. Throws 429, and 503 if disk space is low.
 */
export function countPictures(
  declaration: Endpoint,
  body: unknown,
  caller: Caller | undefined,
  sender: Sender,
  ports: ServerPorts,
): number {
  const { pictures = 0 } = declaration;
  const count = pictures > 0 ? countBytesIn(body) : 0;
  if (count > 0) assertDiskSpaceForPictures(declaration, caller, ports.lowDiskLevel());
  if (count > 0) ports.rateLimits.count(pictureUploadLimit, sender, count);
  return count;
}

/** Counts the members of a body, at any depth, that are bytes: the declaration allows no bytes other than pictures. */
function countBytesIn(value: unknown): number {
  if (value instanceof Uint8Array) return value.length > 0 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countBytesIn(member), 0);
}
