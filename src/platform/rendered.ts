import { createHash } from 'node:crypto';
import type { RenderedBody } from '#contract/response.ts';

/** A JSON text that may be sent many times, with its entity tag. */
export function renderBody(text: string): RenderedBody {
  const bytes = Buffer.from(text);
  return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` };
}
