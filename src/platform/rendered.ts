import { createHash } from 'node:crypto';
import type { RenderedBody } from '#contract/endpoint.ts';

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
  /** Of unpacked responses; the packed form that each may carry adds about a quarter. */
  readonly bytes: number;
}

export function createRenderings(max: RenderingLimits): Renderings {
  const held = new Map<string, { source: object; body: RenderedBody }>();
  let size = 0;

  function forget(key: string): void {
    size -= held.get(key)?.body.bytes.length ?? 0;
    held.delete(key);
  }

  function makeRoom(): void {
    for (const key of held.keys()) {
      if (held.size <= max.entries && size <= max.bytes) return;
      forget(key);
    }
  }

  return {
    get(key, source, render) {
      const before = held.get(key);
      const entry = before?.source === source ? before : { source, body: render() };
      forget(key);
      if (entry.body.bytes.length > max.bytes) return entry.body;
      held.set(key, entry);
      size += entry.body.bytes.length;
      makeRoom();
      return entry.body;
    },
  };
}
