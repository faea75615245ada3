import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RenderedBody } from '#contract/response.ts';

/** A JSON text that may be sent many times, with its entity tag. */
export function renderBody(text: string): RenderedBody {
  const bytes = Buffer.from(text);
  return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` };
}

/** Responses rendered before, by key; the least recently used make room. */
export interface Renderings {
  /** The response under the key, rendered anew unless it was made from this very `source`. */
  get(key: string, source: object, render: () => RenderedBody): RenderedBody;
}

export interface RenderingLimits {
  readonly entries: number;
  /** Of uncompressed responses; the compressed form that each may carry adds about a quarter. */
  readonly bytes: number;
}

export function createRenderings(max: RenderingLimits): Renderings {
  const rendered = new LRUCache<string, { source: object; body: RenderedBody }>({
    max: max.entries,
    maxSize: max.bytes,
    sizeCalculation: ({ body }) => body.bytes.length,
  });
  return {
    get(key, source, render) {
      const cached = rendered.get(key);
      if (cached?.source === source) return cached.body;
      const body = render();
      rendered.set(key, { source, body });
      return body;
    },
  };
}
