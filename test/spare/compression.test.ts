import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createRandom } from '#crowd/random.ts';
import { compressLog, type LogMessage } from '#spare/server/log-messages.ts';
import type { Session } from '#spare/server/session.ts';
import type { LogPosition } from '#spare/wal-frames.ts';
import { type Compressor, createCompressor, createDecompressor, maxMessageBytes } from '#spare/wire/compression.ts';

const random = createRandom(16);
const pageBytes = 4096;

async function compressPieces(compressor: Compressor, ...pieces: readonly Buffer[]): Promise<Buffer> {
  for (const piece of pieces) await compressor.write(piece);
  return compressor.flush();
}

test('messages of a stream are decompressed one by one, each from all of its pieces', async () => {
  const [compressor, decompressor] = [createCompressor(), createDecompressor()];
  for (const sizes of [[1], [pageBytes, 7], [], [1_000_000, 0, 1_000_000], [maxMessageBytes], [3]]) {
    const pieces = sizes.map((size) => randomBytes(size));
    const bytes = Buffer.concat(pieces);
    assert.deepEqual(await decompressor.read(await compressPieces(compressor, ...pieces), bytes.length), bytes);
  }
});

test('a piece can be modified after it was written', async () => {
  const compressor = createCompressor();
  const piece = randomBytes(pageBytes);
  const copy = Buffer.from(piece);
  await compressor.write(piece);
  piece.fill(0);
  assert.deepEqual(await createDecompressor().read(await compressor.flush(), copy.length), copy);
});

test('a rewritten page takes little more than its changes, even 7 MB later', async () => {
  const compressor = createCompressor();
  const page = randomBytes(pageBytes);
  await compressPieces(compressor, page);
  page.write('changed', 2000);
  const soon = await compressPieces(compressor, page);
  assert.ok(soon.length < 100, `${soon.length} bytes`);
  for (let sent = 0; sent < 7; sent += 1) await compressPieces(compressor, randomBytes(1_000_000));
  page.write('changed again', 1000);
  const later = await compressPieces(compressor, page);
  assert.ok(later.length < 200, `${later.length} bytes`);
});

test('a stream can’t be read from the middle', async () => {
  const compressor = createCompressor();
  await compressPieces(compressor, randomBytes(pageBytes));
  const message = await compressPieces(compressor, randomBytes(pageBytes));
  await assert.rejects(createDecompressor().read(message, pageBytes));
});

test('rejects a message that’s truncated, or longer or shorter than announced', async () => {
  const message = await compressPieces(createCompressor(), randomBytes(pageBytes));
  await createDecompressor().read(message, pageBytes);
  for (const length of [0, 1, pageBytes - 1, pageBytes + 1, maxMessageBytes, maxMessageBytes + 1])
    await assert.rejects(createDecompressor().read(message, length), `${length} bytes`);
  for (let length = 0; length < message.length; length += 1 + random.below(100))
    await assert.rejects(createDecompressor().read(message.subarray(0, length), pageBytes), `${length} bytes`);
});

test('rejects a message that decompresses to a gigabyte before it uses the memory', async () => {
  const compressor = createCompressor();
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const bomb = await compressPieces(compressor, ...Array.from({ length: 16 }, () => zeros));
  assert.ok(bomb.length < 200_000);
  const before = process.memoryUsage().rss;
  const decompressor = createDecompressor();
  await assert.rejects(decompressor.read(bomb, maxMessageBytes));
  await assert.rejects(decompressor.read(bomb, maxMessageBytes), 'nothing follows what was rejected');
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 64 * 1024 * 1024, `${grown} bytes more`);
});

test('random bytes are rejected, or decompressed to the announced length', async () => {
  for (let round = 0; round < 200; round += 1) {
    const bytes = Buffer.concat([Buffer.alloc(random.below(pageBytes), 'x'), randomBytes(1 + random.below(pageBytes))]);
    const message = await compressPieces(createCompressor(), bytes);
    for (let changes = 1 + random.below(4); changes > 0; changes -= 1)
      message[random.below(message.length)] = random.below(256);
    const read = await createDecompressor()
      .read(message, bytes.length)
      .catch(() => undefined);
    assert.ok(read === undefined || read.length === bytes.length);
  }
});

test('a closed stream rejects requests, even those in progress', async () => {
  const compressor = createCompressor();
  const writing = compressor.write(randomBytes(1_000_000));
  compressor.close();
  await assert.rejects(writing);
  await assert.rejects(compressor.flush());
});

test('a lost message starts a new stream, even while it’s created; a delivered one is continued', async () => {
  const asking: Pick<Session, 'stream'> = { stream: undefined };
  const page = randomBytes(pageBytes);
  /** Sends the page at an offset of the log. */
  const send = (offset: number) => {
    const place: LogPosition = { log: 'a log', offset, checksum: [0, 0] };
    const piece = { bytes: page, end: { ...place, offset: offset + pageBytes }, nextLog: undefined };
    return compressLog(piece, place, asking, () => undefined);
  };
  let decompressor = createDecompressor();
  const receive = async ({ beginsStream, compressed, bytes }: LogMessage) => {
    if (beginsStream) decompressor = createDecompressor();
    assert.deepEqual(await decompressor.read(compressed, bytes), page);
    return beginsStream;
  };
  assert.equal(await receive(await send(0)), true);
  assert.equal(await receive(await send(pageBytes)), false);
  await send(2 * pageBytes);
  assert.equal(await receive(await send(2 * pageBytes)), true);
  const abandoned = assert.rejects(send(3 * pageBytes));
  assert.equal(await receive(await send(3 * pageBytes)), true);
  await abandoned;
  assert.equal(await receive(await send(4 * pageBytes)), false);
});
