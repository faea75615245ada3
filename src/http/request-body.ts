import { mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { AppError, malformed } from '#contract/errors.ts';
import { removePath, removePathAsync } from '#platform/files/files.ts';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import { createKeyedLimiter, createLimiter } from '#platform/limits/limiter.ts';
import type { Sender } from './rate-limits.ts';
import { createUploadSlots, defaultUploadCapacity, type UploadCapacity, type UploadSlots } from './upload-slots.ts';

/** Bodies up to this size are held in memory as they arrive; thousands of clients may stall in the middle of one. */
const smallBody = 64 * 1024;

/**
 * Reads request bodies. Small ones are collected in memory. Large ones arrive over slow radio for minutes and together
 * would fill the memory, so they go to a file and are processed a few at a time, one of each family.
 */
export interface BodyReader {
  /**
   * Reads the body and runs `work` on it; a large one waits for its turn first. Throws 400, 408, 413, 429 or
   * LimiterFull.
   */
  use<Result>(incoming: IncomingMessage, options: ReadOptions, work: BodyHandler<Result>): Promise<Result>;
  /**
   * Lets `sink` stream a body to the disk, so it's never held in memory, and runs `work` on the result. Throws
   * like `use`, and what the sink throws.
   */
  receive<Taken, Result>(
    incoming: IncomingMessage,
    options: ReadOptions,
    sink: Sink<Taken>,
    work: (taken: Taken) => Promise<Result>,
  ): Promise<Result>;
  /** Runs work on a large body under the same fair queue. */
  inTurn<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs expensive work on a small body: one call of a family at a time, so that their slow pictures delay no one
   * else's. Those who send small bodies don't wait for large ones.
   */
  inTurnOfFamily<Result>(sender: Sender, work: () => Promise<Result>): Promise<Result>;
}

/** `isInTurn` is true for a large body: the work runs in the sender's turn. */
type BodyHandler<Result> = (body: Buffer, isInTurn: boolean) => Promise<Result>;

/** Writes a body to this path, as a file or a folder, which is deleted after the call. */
export type Sink<Taken> = (chunks: AsyncIterable<Buffer>, path: string) => Promise<Taken>;

/** Limits of a body, and its sender. */
export interface ReadOptions {
  readonly bytes: number;
  /** Maximum number of values. Parsed, an empty list takes thirty times the memory of its text. */
  readonly values: number;
  /** Longer bodies require more than a login: `assertMayBeLong` is called before they are read. */
  readonly longAbove: number;
  /** Throws when the sender may not send a long body now. */
  assertMayBeLong(): void;
  /** Throws if the sender may no longer make the call; called with every chunk but the first. */
  assertStillAllowed(): void;
  readonly sender: Sender;
}

export interface BodyReaderOptions {
  /** Where large bodies wait; cleared at the start. */
  readonly folder: string;
  /** The steady clock, in milliseconds. */
  readonly now: () => number;
  readonly room?: UploadCapacity | undefined;
}

const tooLarge = (limit: number) =>
  new AppError('tooLarge', `The request body is too large: the limit is ${limit} bytes.`);

const tooManyValues = (limit: number) => malformed(`The request body has more than ${limit} values.`);

/** Slower bodies are abandoned after a grace period; no working phone is this slow. */
const minBytesPerSecond = 4096;
const graceMilliseconds = 30_000;

const tooSlow = () =>
  new AppError('tooSlow', `The request body arrived too slowly: the minimum is ${minBytesPerSecond} bytes per second.`);

/** Checked with each chunk; a connection on which nothing arrives is closed by its idle timeout. */
function isTooSlow(size: number, milliseconds: number): boolean {
  return size < ((milliseconds - graceMilliseconds) / 1000) * minBytesPerSecond;
}

/** Counts structural characters. Ones inside strings count too; base64 has none. */
function countStructuralCharacters(chunk: Buffer): number {
  let signs = 0;
  for (const sign of [',', '[', '{']) {
    for (let at = chunk.indexOf(sign); at >= 0; at = chunk.indexOf(sign, at + 1)) signs += 1;
  }
  return signs;
}

/** Asserts that the sender may go on from one size to another. */
function assertMaySend(options: ReadOptions, before: number, size: number): void {
  if (before > 0) options.assertStillAllowed();
  if (before <= options.longAbove && size > options.longAbove) options.assertMayBeLong();
}

/** Creates a check of each chunk as it arrives; it throws as soon as the body exceeds a limit. */
function createMeter(options: ReadOptions, now: () => number) {
  const { bytes, values } = options;
  const started = now();
  let size = 0;
  let signs = 0;
  return (chunk: Buffer): void => {
    const before = size;
    size += chunk.length;
    assertMaySend(options, before, size);
    if (size > bytes) throw tooLarge(bytes);
    if (isTooSlow(size, now() - started)) throw tooSlow();
    // A body never has more values than bytes.
    if (bytes > values) signs += countStructuralCharacters(chunk);
    if (signs > values) throw tooManyValues(values);
  };
}

/** Enforces the limits. A client that disconnects gets a rejection, since that's no defect. */
async function* limitBody(chunks: AsyncIterable<Buffer>, meter: (chunk: Buffer) => void): AsyncIterable<Buffer> {
  try {
    for await (const chunk of chunks) {
      meter(chunk);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // No one will read this response.
    throw malformed('The connection ended before the whole body had arrived.', 'unreadableBody');
  }
}

async function* joinChunks(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Reads what may be held in memory; leaves any more unread. */
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

/** Their bodies are in memory. Two families whose pictures take long leave a slot to the others. */
const maxRunningTurns = 3;
const maxWaitingTurns = 512;
const maxWaitingTurnsPerFamily = 16;

/** Allocates temporary paths for large bodies and deletes them after `work`. */
function createUploadPaths(folder: string, places: UploadSlots) {
  let serial = 0;

  /** Reserves space for the sender. */
  const withPlace =
    ({ sender, bytes }: Pick<ReadOptions, 'sender' | 'bytes'>): typeof withPath =>
    async (work) => {
      const release = places.take(sender, bytes);
      try {
        return await withPath(work);
      } finally {
        release();
      }
    };

  /** Deletes whatever `work` creates there, a file or a folder. */
  async function withPath<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
    serial += 1;
    const path = join(folder, `upload-${process.pid}-${serial}`);
    try {
      return await work(path);
    } finally {
      await removePathAsync(path);
    }
  }

  return { withPlace, withPath };
}

export function createBodyReader({ folder, now, room = defaultUploadCapacity }: BodyReaderOptions): BodyReader {
  const turns = createLimiter('uploads', { maxRunning: () => maxRunningTurns, maxWaiting: maxWaitingTurns });
  const turnsOfFamilies = createKeyedLimiter('uploads', {
    maxRunning: () => 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerKey: maxWaitingTurnsPerFamily,
  });
  const { withPlace, withPath } = createUploadPaths(folder, createUploadSlots(room));
  emptyFolder(folder);

  const inTurnOfFamily = <Result>({ familyID, network }: Sender, work: () => Promise<Result>): Promise<Result> =>
    turnsOfFamilies.run(familyID ?? network, { key: '' }, work);
  const inTurn = <Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> =>
    inTurnOfFamily(sender, () => turns.run(work));

  const inPlace = <Taken, Result>(
    chunks: AsyncIterable<Buffer>,
    incoming: IncomingMessage,
    options: Pick<ReadOptions, 'sender' | 'bytes'>,
    sink: Sink<Taken>,
    work: (taken: Taken) => Promise<Result>,
  ): Promise<Result> =>
    (options.bytes <= smallBody ? withPath : withPlace(options))(async (path) => {
      const taken = await sink(chunks, path);
      disableSocketTimeout(incoming);
      return work(taken);
    });

  return {
    inTurn,
    inTurnOfFamily,
    async use(incoming, options, work) {
      const workInTurn = (path: string) => inTurn(options.sender, async () => work(await readFile(path), true));
      const { announced, chunks } = openBody(incoming, options, now);
      if (announced > smallBody)
        return inPlace(chunks, incoming, { ...options, bytes: announced }, writeToFile, workInTurn);
      const iterator = chunks[Symbol.asyncIterator]();
      const { start, ended } = await readStart(iterator);
      if (ended) return work(start.length === 1 && start[0] ? start[0] : Buffer.concat(start), false);
      // Its length wasn't announced, so it may be as long as the limit.
      return inPlace(joinChunks(start, iterator), incoming, options, writeToFile, workInTurn);
    },
    async receive(incoming, options, sink, work) {
      const { announced, chunks } = openBody(incoming, options, now);
      return inPlace(chunks, incoming, { ...options, bytes: announced || options.bytes }, sink, work);
    },
  };
}

const writeToFile: Sink<string> = async (chunks, path) => {
  await writeNewFile(path, chunks);
  return path;
};

/** Returns the announced length and the body's chunks. Throws like `assertAnnounced`. */
function openBody(incoming: IncomingMessage, options: ReadOptions, now: () => number) {
  const announced = assertAnnounced(incoming, options);
  // Stopping early must leave the connection open, so the rejection can be sent.
  return { announced, chunks: limitBody(incoming.iterator({ destroyOnReturn: false }), createMeter(options, now)) };
}

/** The body has arrived completely: the client waits silently now, and must not be disconnected for that. */
const disableSocketTimeout = ({ socket }: IncomingMessage): void => void socket.setTimeout(0);

/** Returns the announced length; 0 if there's none. Throws before anything is read if it exceeds the limit. */
function assertAnnounced({ headers }: IncomingMessage, { bytes, longAbove, assertMayBeLong }: ReadOptions): number {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > bytes) throw tooLarge(bytes);
  if (announced > longAbove) assertMayBeLong();
  return announced;
}

function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.startsWith('upload-')) removePath(join(folder, name));
  }
}
