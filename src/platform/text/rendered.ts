import { createHash } from 'node:crypto';
import type { RenderedBody } from '#contract/response.ts';

const encoder = new TextEncoder();

/** A JSON text that may be sent many times, with its entity tag. */
export function renderBody(text: string): RenderedBody {
  // A small `Buffer` would be a slice of a larger pool, which would be retained as long as the slice.
  const bytes = encoder.encode(text);
  return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` };
}
