import { frameHeadBytes, headBytes, readWords } from '../log/frames.ts';

/** Packs frames of a log. What was packed before goes into it, so that each packing is to be unpacked, in order. */
export interface Packer {
  /** Begins a message. */
  begin(): Packing;
  /** The other side may not have what was packed: the next goes without it. */
  forget(): void;
}

/** What is packed for one message. */
export interface Packing {
  /** Adds a piece; `plainBytes` come before its first frame. */
  pack(bytes: Buffer, plainBytes: number, frameBytes: number): void;
  /** All of it, at the end. */
  take(): Buffer;
}

/** Unpacks what a `Packer` has packed. */
export interface Unpacker {
  /** Takes several that follow one another too. Good until the next is unpacked; undefined for what is no packing. */
  unpack(packed: Buffer): Buffer | undefined;
}

/** Both sides remember so much of what went between them. */
const rememberedBytes = 8 * 1024 * 1024;
/** Nothing that is unpacked is longer. */
export const maxUnpackedBytes = 4 * 1024 * 1024;

const wordBytes = 4;
const pairBytes = 2 * wordBytes;
/** Whether to forget, bytes before the frames, bytes of a frame, number of frames. */
const wordsOfHead = 4;
const smallestPage = 512;
const largestPage = 64 * 1024;

/** The same bytes as words and as pairs of words: equal pairs are passed over in less time. */
interface Words {
  readonly words: Int32Array;
  /** Signed: of the others each that is compared would be allocated. */
  readonly pairs: BigInt64Array;
}

/** Copies them where they do not begin on a pair's border. */
function pairWords(words: Int32Array): Words {
  const aligned = words.byteOffset % pairBytes === 0 ? words : words.slice();
  const pairs = new BigInt64Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.length / 2));
  return { words: aligned, pairs };
}

/**
 * The frames that were last packed, by their pages. Pages that share a place put each other out: then more differs, and
 * nothing else.
 */
interface Memory extends Words {
  readonly frameWords: number;
  /** Where the frame that a page is compared with begins. */
  find(page: number): number;
}

function createMemory(frameWords: number): Memory {
  const count = Math.floor(rememberedBytes / wordBytes / frameWords);
  return {
    frameWords,
    ...pairWords(new Int32Array(count * frameWords)),
    find: (page) => (page % count) * frameWords,
  };
}

const keepMemory = (memory: Memory | undefined, frameWords: number): Memory =>
  memory?.frameWords === frameWords ? memory : createMemory(frameWords);

/**
 * Packs frames by what differs, word by word, from the last one of the same page: mostly a tenth, for less work than
 * sealing and sending the rest.
 */
export function createPacker(): Packer {
  let memory: Memory | undefined;
  /** Kept for the next message: much that is allocated and let go at once keeps the collector busy. */
  let freeRoom: Int32Array | undefined;

  /** Gives the room, or a larger one, and where the packed words end in it. */
  function packInto(
    room: Int32Array,
    start: number,
    bytes: Buffer,
    plainBytes: number,
    frameBytes: number,
  ): [room: Int32Array, end: number] {
    const isFirst = memory === undefined;
    memory = keepMemory(memory, frameBytes / wordBytes);
    const count = (bytes.length - plainBytes) / frameBytes;
    const into = makeRoom(room, start, countMostWords(bytes, count));
    const now = pairWords(readWords(bytes, 0, bytes.length));
    into.set([isFirst ? 1 : 0, plainBytes, frameBytes, count], start);
    into.set(now.words.subarray(0, plainBytes / wordBytes), start + wordsOfHead);
    let end = start + wordsOfHead + plainBytes / wordBytes;
    for (let at = plainBytes; at < bytes.length; at += frameBytes) {
      const page = bytes.readUInt32BE(at);
      into[end] = page;
      end = packFrame(now, at / wordBytes, memory, memory.find(page), into, end + 1);
    }
    return [into, end];
  }

  return {
    forget() {
      memory = undefined;
    },
    begin() {
      // A second message that is begun meanwhile has a room of its own.
      let room = freeRoom ?? new Int32Array(0);
      freeRoom = undefined;
      let end = 0;
      return {
        pack(bytes, plainBytes, frameBytes) {
          if (bytes.length > 0) [room, end] = packInto(room, end, bytes, plainBytes, frameBytes);
        },
        take() {
          freeRoom = room;
          return Buffer.from(new Uint8Array(room.buffer, 0, end * wordBytes));
        },
      };
    },
  };
}

/** The room, or where it is too small for so many words more a larger one with the same in it. */
function makeRoom(room: Int32Array, used: number, more: number): Int32Array {
  if (used + more <= room.length) return room;
  const larger = new Int32Array(2 * (used + more));
  larger.set(room.subarray(0, used));
  return larger;
}

/** Where nothing is the same, a frame has two words more: its page, and how many follow. */
const countMostWords = (bytes: Buffer, frames: number): number => wordsOfHead + bytes.length / wordBytes + 2 * frames;

/** Writes how many words are the same, how many are not, and these, again and again. */
function packFrame(now: Words, from: number, memory: Memory, oldFrom: number, into: Int32Array, start: number): number {
  const { words } = now;
  const { frameWords, words: old } = memory;
  let end = start;
  for (let at = 0; at < frameWords; ) {
    const different = skipSame(now, from, memory, oldFrom, at, frameWords);
    const run = end;
    end += 1;
    let next = different;
    while (next < frameWords && words[from + next] !== old[oldFrom + next]) {
      const word = words[from + next] ?? 0;
      old[oldFrom + next] = word;
      into[end] = word;
      end += 1;
      next += 1;
    }
    into[run] = ((different - at) << 16) | (next - different);
    at = next;
  }
  return end;
}

/** The first word from one on that differs. Frames begin on a pair's border, here as in what is remembered. */
function skipSame(now: Words, from: number, old: Words, oldFrom: number, start: number, length: number): number {
  const { words } = now;
  const { words: oldWords } = old;
  let at = start;
  if (at % 2 === 1 && at < length && words[from + at] === oldWords[oldFrom + at]) at += 1;
  if (at % 2 === 0) at = 2 * skipSamePairs(now.pairs, from / 2, old.pairs, oldFrom / 2, at / 2, length / 2);
  if (at < length && words[from + at] === oldWords[oldFrom + at]) at += 1;
  return at;
}

/** The first pair from one on that differs. */
function skipSamePairs(
  pairs: BigInt64Array,
  from: number,
  old: BigInt64Array,
  oldFrom: number,
  start: number,
  length: number,
): number {
  let at = start;
  while (at + 4 <= length && areFourSame(pairs, from + at, old, oldFrom + at)) at += 4;
  while (at < length && pairs[from + at] === old[oldFrom + at]) at += 1;
  return at;
}

/** Four at a time take less than one by one. */
const areFourSame = (pairs: BigInt64Array, at: number, old: BigInt64Array, oldAt: number): boolean =>
  pairs[at] === old[oldAt] &&
  pairs[at + 1] === old[oldAt + 1] &&
  pairs[at + 2] === old[oldAt + 2] &&
  pairs[at + 3] === old[oldAt + 3];

/** The other side of `createPacker`. It believes nothing: what unpacks to too much, or to no whole frames, is refused. */
export function createUnpacker(): Unpacker {
  let memory: Memory | undefined;
  // The same room again and again: much that is allocated and let go at once keeps the collector busy.
  const room = new Int32Array(maxUnpackedBytes / wordBytes);

  /** Unpacks what begins at a word; gives where it ends, in what is packed and in what is not. */
  function unpackOne(packed: Int32Array, from: number, start: number): [from: number, end: number] | undefined {
    const words = packed.subarray(from);
    const head = readPackingHead(words);
    // What is forgotten in the middle has never been packed.
    if (!head || (head.isFirst && from > 0)) return undefined;
    memory = keepMemory(head.isFirst ? undefined : memory, head.frameWords);
    const end = start + head.plainWords + head.count * head.frameWords;
    const used = end > room.length ? undefined : unpackWords(words, head, memory, room.subarray(start, end));
    return used === undefined ? undefined : [from + used, end];
  }

  return {
    unpack(packed) {
      if (packed.length % wordBytes !== 0) return undefined;
      const words = readWords(packed, 0, packed.length);
      let [from, end] = [0, 0];
      while (from < words.length) {
        const next = unpackOne(words, from, end);
        if (!next) return undefined;
        [from, end] = next;
      }
      return Buffer.from(room.buffer, 0, end * wordBytes);
    },
  };
}

interface PackingHead {
  readonly isFirst: boolean;
  readonly plainWords: number;
  readonly frameWords: number;
  readonly count: number;
}

function readPackingHead(words: Int32Array): PackingHead | undefined {
  const [first = -1, plainBytes = -1, frameBytes = -1, count = -1] = words;
  const pageBytes = frameBytes - frameHeadBytes;
  if (plainBytes !== 0 && plainBytes !== headBytes) return undefined;
  if (pageBytes < smallestPage || pageBytes > largestPage || pageBytes % smallestPage !== 0) return undefined;
  if (count < 0 || plainBytes + count === 0 || plainBytes + count * frameBytes > maxUnpackedBytes) return undefined;
  if (words.length * wordBytes < plainBytes + wordsOfHead * wordBytes) return undefined;
  const [plainWords, frameWords] = [plainBytes / wordBytes, frameBytes / wordBytes];
  return { isFirst: first === 1, plainWords, frameWords, count };
}

/** How many of the words were used; undefined unless they begin with as many frames as fill `unpacked`. */
function unpackWords(
  words: Int32Array,
  { plainWords, frameWords }: PackingHead,
  memory: Memory,
  unpacked: Int32Array,
): number | undefined {
  unpacked.set(words.subarray(wordsOfHead, wordsOfHead + plainWords));
  let from = wordsOfHead + plainWords;
  for (let at = plainWords; at < unpacked.length; at += frameWords) {
    const place = memory.find((words[from] ?? 0) >>> 0);
    const end = unpackFrame(words, from + 1, memory, place);
    if (end === undefined) return undefined;
    unpacked.set(memory.words.subarray(place, place + frameWords), at);
    from = end;
  }
  return from;
}

/** Brings what is remembered up to date; gives where the next frame begins. */
function unpackFrame(words: Int32Array, start: number, memory: Memory, place: number): number | undefined {
  let from = start;
  for (let at = 0; at < memory.frameWords; ) {
    const run = words[from] ?? 0;
    const different = at + (run >>> 16);
    const next = different + (run & 0xffff);
    const end = from + 1 + next - different;
    if (next > memory.frameWords || end > words.length) return undefined;
    memory.words.set(words.subarray(from + 1, end), place + different);
    [from, at] = [end, next];
  }
  return from;
}
