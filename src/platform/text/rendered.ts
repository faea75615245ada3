import { hash } from 'node:crypto';
import type { RenderedBody } from '#contract/response.ts';

const encoder = new TextEncoder();

/** Returns the hash of a body, for its entity tag. */
export const hashBody = (body: string | Uint8Array): string => hash('sha1', body, 'base64url');

/** Formats a weak entity tag: compressed and uncompressed bodies share it. */
export const formatTag = (hashed: string): string => `W/"${hashed}"`;

/** A JSON text that may be sent many times, with its entity tag. */
export function renderBody(text: string): RenderedBody {
  // A small `Buffer` would be a slice of a larger pool, which would be retained as long as the slice.
  const bytes = encoder.encode(text);
  return { bytes, etag: formatTag(hashBody(bytes)) };
}
