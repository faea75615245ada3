import { createHash } from 'node:crypto';
import type { RenderedBody } from '#contract/response.ts';

const encoder = new TextEncoder();

/** A JSON text that may be sent many times, with its entity tag. */
export function renderBody(text: string): RenderedBody {
  // A small `Buffer` would be a part of a larger piece of memory, all of which would be held as long as it.
  const bytes = encoder.encode(text);
  return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` };
}
