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
  /** Reads the body within its limits and runs `work` on it; a large one waits for its turn first. */
  use<Result>(incoming: IncomingMessage, limits: BodyLimits, work: (body: Buffer) => Promise<Result>): Promise<Result>;
}

/** How much a body may hold. */
export interface BodyLimits {
  readonly bytes: number;
  /** Read as JSON, the empty list takes thirty times the memory of its text. */
  readonly values: number;
}

const tooLarge = (limit: number) => new AppError('too-large', `The request body may have at most ${limit} bytes.`);

const tooManyValues = (limit: number) => malformed(`The request body has more than ${limit} values.`);

/** Signs with which values begin or are joined; those inside of texts count too, pictures have none. */
function countSigns(chunk: Buffer): number {
  let signs = 0;
  for (const sign of [',', '[', '{']) {
    for (let at = chunk.indexOf(sign); at >= 0; at = chunk.indexOf(sign, at + 1)) signs += 1;
  }
  return signs;
}

/** Counts what passes and stops at the limits. A client that goes away is rejected: it is no defect. */
async function* limitBody(chunks: AsyncIterable<Buffer>, { bytes, values }: BodyLimits): AsyncIterable<Buffer> {
  let size = 0;
  let signs = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > bytes) throw tooLarge(bytes);
      // No body has more values than bytes.
      if (bytes > values) signs += countSigns(chunk);
      if (signs > values) throw tooManyValues(values);
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
    async use(incoming, limits, work) {
      if (Number(incoming.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits.bytes);
      // Stopping in the middle must leave the connection open: the rejection has to go out on it.
      const chunks = limitBody(incoming.iterator({ destroyOnReturn: false }), limits)[Symbol.asyncIterator]();
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

/** Reads a JSON body. Throws 422 for none at all and 400 for one that is not JSON in UTF-8 (core rule 19). */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new AppError('unprocessable', 'This call needs a JSON body.');
  if (!isUtf8(body)) throw malformed('The request body is not valid UTF-8.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed('The request body is not valid JSON.');
  }
}
