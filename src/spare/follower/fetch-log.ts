import { createDecompressor, type Decompressor } from '../wire/compression.ts';
import { LogChunkMessage } from '../wire/messages.ts';
import { type Copy, LogMismatch } from './copy.ts';
import type { Link } from './link.ts';

/** The server's log, as it arrives in one session. */
export interface LogFetching {
  /** Fetches the part of the log after the position of a copy and adds it; sends `filesMissing` to the server. */
  fetchInto(copy: Copy, filesMissing?: number): Promise<LogChunkMessage>;
  close(): void;
}

/**
 * Each message is compressed with the previous ones as its dictionary, so a session uses one of these for all of its
 * log.
 */
export function createLogFetching(link: Link, session: string): LogFetching {
  let decompressor: Decompressor | undefined;

  async function decompress({ bytes, beginsStream }: LogChunkMessage, body: Buffer): Promise<Buffer> {
    if (beginsStream) decompressor?.close();
    if (beginsStream) decompressor = createDecompressor();
    const log = await decompressor?.read(body, bytes).catch(() => undefined);
    if (!log) throw new LogMismatch();
    return log;
  }

  return {
    async fetchInto(copy, filesMissing) {
      const { head, body } = await link.ask({ ask: 'log', session, place: copy.place, filesMissing }, LogChunkMessage);
      if (head.bytes > 0) copy.append(await decompress(head, body));
      if (head.nextLog !== undefined) await copy.endLog(head.nextLog);
      return head;
    },
    close: () => decompressor?.close(),
  };
}
