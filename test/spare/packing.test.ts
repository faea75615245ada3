import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameHeadBytes, headBytes } from '#spare/log/frames.ts';
import { createPacker, createUnpacker, maxUnpackedBytes, type Packer } from '#spare/wire/packing.ts';
import { createRandom } from '../../build/random.ts';

const random = createRandom(16);
const randomByte = () => random.below(256);
function fillRandomly(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = randomByte();
}

/** Frames of a log whose pages are written again and again, a little changed each time. */
function createPages(pageBytes: number, count: number) {
  const frameBytes = frameHeadBytes + pageBytes;
  const pages = Array.from({ length: count }, () => Buffer.alloc(pageBytes));
  const numbers = pages.map(() => random.below(2 ** 32));
  function change(page: Buffer): void {
    if (random.below(10) === 0) fillRandomly(page);
    for (let changes = random.below(8); changes > 0; changes -= 1) page[random.below(pageBytes)] = randomByte();
  }
  function writeFrame(): Buffer {
    const index = random.below(count);
    const page = pages[index] ?? Buffer.alloc(pageBytes);
    change(page);
    const head = Buffer.alloc(frameHeadBytes);
    fillRandomly(head);
    head.writeUInt32BE(numbers[index] ?? 0);
    return Buffer.concat([head, page]);
  }
  return {
    frameBytes,
    write: (frames: number) => Buffer.concat(Array.from({ length: frames }, writeFrame)),
  };
}

const smallPages = createPages(512, 6);

/** A message of one piece. */
function pack(packer: Packer, bytes: Buffer, plainBytes: number, frameBytes: number): Buffer {
  const packing = packer.begin();
  packing.pack(bytes, plainBytes, frameBytes);
  return packing.take();
}

/** Three frames, as they are packed. */
const packSome = () => pack(createPacker(), smallPages.write(3), 0, smallPages.frameBytes);

/** The same packing with one of its words changed, by its number. */
function withWord(packed: Buffer, word: number, value: number): Buffer {
  const changed = Buffer.from(packed);
  changed.writeInt32LE(value, word * 4);
  return changed;
}

test('whatever is packed is unpacked to the same bytes, for every size of pages', () => {
  for (const pageBytes of [512, 4096, 65_536]) {
    const { write, frameBytes } = createPages(pageBytes, 12);
    const [packer, unpacker] = [createPacker(), createUnpacker()];
    for (let round = 0; round < 25; round += 1) {
      const isBeginning = random.below(4) === 0;
      const head = Buffer.alloc(isBeginning ? headBytes : 0);
      fillRandomly(head);
      const bytes = Buffer.concat([head, write(random.below(8))]);
      if (random.below(6) === 0) packer.forget();
      const packed = pack(packer, bytes, head.length, frameBytes);
      assert.deepEqual(unpacker.unpack(packed), bytes);
    }
  }
});

test('packings that follow one another are unpacked together, but none that begins anew in the middle', () => {
  const [packer, unpacker] = [createPacker(), createUnpacker()];
  const pieces = [smallPages.write(3), smallPages.write(2), smallPages.write(4)];
  const packing = packer.begin();
  for (const piece of pieces) packing.pack(piece, 0, smallPages.frameBytes);
  assert.deepEqual(unpacker.unpack(packing.take()), Buffer.concat(pieces));
  assert.equal(unpacker.unpack(Buffer.concat([packSome(), packSome()])), undefined);
});

test('what is packed may begin anywhere in memory', () => {
  const [packer, unpacker] = [createPacker(), createUnpacker()];
  for (let start = 0; start < 16; start += 1) {
    const bytes = smallPages.write(4);
    const room = Buffer.allocUnsafeSlow(start + bytes.length);
    bytes.copy(room, start);
    assert.deepEqual(unpacker.unpack(pack(packer, room.subarray(start), 0, smallPages.frameBytes)), bytes);
  }
});

test('a message that is begun meanwhile changes nothing in another, nor in one that was just taken', () => {
  const packer = createPacker();
  const [one, other] = [packer.begin(), packer.begin()];
  const pieces = [smallPages.write(3), smallPages.write(3)];
  for (const piece of pieces) one.pack(piece, 0, smallPages.frameBytes);
  other.pack(smallPages.write(8), 0, smallPages.frameBytes);
  const taken = one.take();
  pack(packer, smallPages.write(8), 0, smallPages.frameBytes);
  assert.deepEqual(createUnpacker().unpack(taken), Buffer.concat(pieces));
});

test('a page that is written again takes little more than what has changed in it', () => {
  const packer = createPacker();
  const frame = Buffer.alloc(frameHeadBytes + 4096);
  fillRandomly(frame);
  pack(packer, frame, 0, frame.length);
  frame.write('changed', 2000);
  assert.ok(pack(packer, frame, 0, frame.length).length < 64);
});

test('one who was not there from the beginning does not get what was packed with it', () => {
  const packer = createPacker();
  const frame = Buffer.alloc(frameHeadBytes + 4096, 'x');
  pack(packer, frame, 0, frame.length);
  const packed = pack(packer, frame, 0, frame.length);
  assert.notDeepEqual(createUnpacker().unpack(packed), frame);
  packer.forget();
  assert.deepEqual(createUnpacker().unpack(pack(packer, frame, 0, frame.length)), frame);
});

test('what is cut short, or has something behind it, is no packing', () => {
  const packed = packSome();
  assert.ok(createUnpacker().unpack(packed));
  for (let length = 1; length < packed.length; length += 1)
    assert.equal(createUnpacker().unpack(packed.subarray(0, length)), undefined, `${length} bytes`);
  assert.equal(createUnpacker().unpack(Buffer.concat([packed, Buffer.alloc(4)])), undefined);
});

test('what would unpack to too much, to no frames, or beyond a frame is refused', () => {
  const [headSize, frameSize, frames, firstRun] = [1, 2, 3, 5];
  const bad: [number, number][] = [
    [headSize, 4],
    [headSize, -32],
    [frameSize, 0],
    [frameSize, -536],
    [frameSize, 537],
    [frameSize, 1 << 20],
    [frames, -1],
    [frames, 4],
    [frames, Math.ceil(maxUnpackedBytes / smallPages.frameBytes)],
    [frames, 0x7fffffff],
    [firstRun, 0xffff],
    [firstRun, -1],
    [firstRun, 0],
  ];
  const packed = packSome();
  for (const [word, value] of bad)
    assert.equal(createUnpacker().unpack(withWord(packed, word, value)), undefined, `word ${word}: ${value}`);
});

test('any bytes at all are unpacked to no more than is allowed, or refused', () => {
  const unpacker = createUnpacker();
  for (let round = 0; round < 300; round += 1) {
    const packed = packSome();
    for (let changes = 1 + random.below(4); changes > 0; changes -= 1)
      packed[random.below(packed.length)] = randomByte();
    assert.ok((unpacker.unpack(packed)?.length ?? 0) <= maxUnpackedBytes);
  }
});
