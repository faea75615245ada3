import { isUtf8 } from 'node:buffer';
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, malformed } from '#contract/errors.ts';
import { createLimiter, LimiterFull } from '#platform/limiter.ts';

/** Bodies up to this size are held in memory as they come in; thousands of clients may stop in the middle of theirs. */
const smallBody = 64 * 1024;
const maxUploadsComingIn = 256;

/**
 * Reads request bodies. Small ones are simply collected. Large ones come in over slow radio for minutes and would fill
 * the memory together, so they go to a file and are taken up a few at a time.
 */
export interface BodyReader {
  /** Reads the body, at most `limit` bytes, and runs `work` on it; a large one waits for its turn first. */
  use<Result>(incoming: IncomingMessage, limit: number, work: (body: Buffer) => Promise<Result>): Promise<Result>;
}

const tooLarge = (limit: number) => new AppError('too-large', `The request body may have at most ${limit} bytes.`);

/** Counts what passes and stops at the limit. A client that goes away is rejected: it is no defect. */
async function* limitBytes(chunks: AsyncIterable<Buffer>, limit: number): AsyncIterable<Buffer> {
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Nobody will read this response.
    throw malformed('The connection ended before the whole body had arrived.');
  }
}

async function* joinChunks(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

export function createBodyReader(folder: string): BodyReader {
  const turn = createLimiter('uploads', { maxRunning: () => 2, maxWaiting: maxUploadsComingIn });
  let comingIn = 0;
  let serial = 0;
  emptyFolder(folder);

  /** Reads what may be held in memory; gives the rest unread when there is more. */
  async function readStart(chunks: AsyncIterator<Buffer>): Promise<{ start: Buffer[]; ended: boolean }> {
    const start: Buffer[] = [];
    let size = 0;
    while (size <= smallBody) {
      const next = await chunks.next();
      if (next.done) return { start, ended: true };
      start.push(next.value);
      size += next.value.length;
    }
    return { start, ended: false };
  }

  async function useLarge<Result>(
    chunks: AsyncIterable<Buffer>,
    incoming: IncomingMessage,
    work: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    if (comingIn >= maxUploadsComingIn) throw new LimiterFull('uploads');
    comingIn += 1;
    serial += 1;
    const file = join(folder, `upload-${process.pid}-${serial}`);
    try {
      await pipeline(chunks, createWriteStream(file, { mode: 0o600 }));
      // All of it is here: from now on it is the client who waits in silence, and must not be cut off for it.
      incoming.socket.setTimeout(0);
      return await turn.run(async () => work(await readFile(file)));
    } finally {
      comingIn -= 1;
      await rm(file, { force: true });
    }
  }

  return {
    async use(incoming, limit, work) {
      if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
      // Stopping in the middle must leave the connection open: the rejection has to go out on it.
      const chunks = limitBytes(incoming.iterator({ destroyOnReturn: false }), limit)[Symbol.asyncIterator]();
      const { start, ended } = await readStart(chunks);
      if (ended) return work(start.length === 1 && start[0] ? start[0] : Buffer.concat(start));
      return useLarge(joinChunks(start, chunks), incoming, work);
    },
  };
}

function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.startsWith('upload-')) rmSync(join(folder, name), { force: true });
}

/** Values that a body may be made of: read, the empty list takes thirty times the memory of its text. */
const maxValues = 500_000;

/** Does the body have more values than any honest one? Signs inside of texts count too; pictures have none. */
function hasTooManyValues(body: Buffer): boolean {
  if (body.length <= maxValues) return false;
  let signs = 0;
  for (const sign of [',', '[', '{']) {
    for (let at = body.indexOf(sign); at >= 0 && signs <= maxValues; at = body.indexOf(sign, at + 1)) signs += 1;
  }
  return signs > maxValues;
}

/** Reads a JSON body. Throws 422 for none at all and 400 for one that is not JSON in UTF-8 (core rule 19). */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new AppError('unprocessable', 'This call needs a JSON body.');
  if (!isUtf8(body)) throw malformed('The request body is not valid UTF-8.');
  if (hasTooManyValues(body)) throw malformed(`The request body has more than ${maxValues} values.`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed('The request body is not valid JSON.');
  }
}
