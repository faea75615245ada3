import { Piece } from '../wire/messages.ts';
import { createUnpacker } from '../wire/packing.ts';
import { BrokenLog, type Copy } from './copy.ts';
import type { Link } from './link.ts';

/** The log of a box, as it comes in one session. */
export interface LogFetching {
  /** Fetches what follows the place of a copy, and adds it there; `filesMissing` is told to the box. */
  fetchInto(copy: Copy, filesMissing?: number): Promise<Piece>;
}

/** What comes is packed with what came before, so that a session needs one of these for all of its log. */
export function createLogFetching(link: Link, session: string): LogFetching {
  const unpacker = createUnpacker();
  return {
    async fetchInto(copy, filesMissing) {
      const { head, body } = await link.ask({ ask: 'log', session, place: copy.place, filesMissing }, Piece);
      const bytes = unpacker.unpack(body);
      if (!bytes) throw new BrokenLog();
      if (bytes.length > 0) copy.append(bytes);
      if (head.nextLog !== undefined) await copy.endLog(head.nextLog);
      return head;
    },
  };
}
