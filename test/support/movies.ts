/** Video files made for tests: the boxes that describe the file, and noise of any length as the recording. */

const buildBox = (kind: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + head.length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const encodeNumbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const buildTrack = (kind: string): Buffer =>
  buildBox('trak', buildBox('mdia', buildBox('hdlr', encodeNumbers(0, 0), Buffer.from(kind), Buffer.alloc(12))));

export interface MovieOptions {
  /** Bytes of the whole file. */
  readonly bytes?: number;
  /** The duration; 0 for a fragmented recording, which doesn't state its length. */
  readonly seconds?: number;
  /** The kind of its only track. */
  readonly kind?: string;
  /** Bytes before everything else. */
  readonly before?: Buffer;
}

const unitsPerSecond = 600;

/** Returns a complete video file. */
export function makeMovie({ bytes = 600_000, seconds = 6, kind = 'vide', before }: MovieOptions = {}): Buffer {
  const header = buildBox('mvhd', encodeNumbers(0, 0, 0, unitsPerSecond, seconds * unitsPerSecond), Buffer.alloc(80));
  const start = Buffer.concat([
    before ?? Buffer.alloc(0),
    buildBox('ftyp', Buffer.from('isom'), encodeNumbers(512), Buffer.from('isommp42')),
    buildBox('moov', header, buildTrack(kind)),
  ]);
  const recording = Buffer.alloc(Math.max(0, bytes - start.length - 8));
  // Noise that differs everywhere, so that a misplaced part is noticed.
  for (let at = 0; at + 4 <= recording.length; at += 4) recording.writeUInt32BE((at * 2_654_435_761) % 2 ** 32, at);
  return Buffer.concat([start, buildBox('mdat', recording)]);
}

/** Returns boxes as bytes of a file. */
export { buildBox as box, encodeNumbers as numbers };
