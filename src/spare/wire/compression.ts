import type { Transform } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

/** Compresses the messages of one stream, with earlier messages as the dictionary. */
export interface Compressor {
  /** Adds bytes, which may be reused once this resolves. */
  write(bytes: Buffer): Promise<void>;
  /** Ends a message, and returns its compressed bytes. */
  flush(): Promise<Buffer>;
  close(): void;
}

/** Decompresses the messages of one stream, in their order. */
export interface Decompressor {
  /** Throws unless this is the next message of the stream and decompresses to exactly `length` bytes. */
  read(message: Buffer, length: number): Promise<Buffer>;
  close(): void;
}

/** A message decompresses to at most this much. */
export const maxMessageBytes = 4 * 1024 * 1024;

/** Both sides remember 8 MiB of the stream, so a page that is written again costs little more than its changes. */
const windowLog = 23;

export function createCompressor(): Compressor {
  const stream = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: windowLog } });
  let parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => void parts.push(part));
  // `settle` throws the error.
  stream.on('error', () => {});
  return {
    write: (bytes) => waitForCallback(stream, (done) => void stream.write(bytes, done)),
    async flush() {
      await waitForCallback(stream, (done) => stream.flush(done));
      const message = Buffer.concat(parts);
      parts = [];
      return message;
    },
    close: () => void stream.destroy(),
  };
}

export function createDecompressor(): Decompressor {
  const stream = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowLog } });
  let parts: Buffer[] = [];
  let missing = 0;
  stream.on('data', (part: Buffer) => {
    missing -= part.length;
    if (missing < 0) stream.destroy();
    else parts.push(part);
  });
  stream.on('error', () => {});
  return {
    async read(message, length) {
      if (length > maxMessageBytes) throw new Error(`a message of ${length} bytes is too long`);
      missing = length;
      parts = [];
      await waitForCallback(stream, (done) => void stream.write(message, done));
      if (missing !== 0) throw new Error(`a message doesn't have the ${length} bytes that its sender says`);
      return Buffer.concat(parts);
    },
    close: () => void stream.destroy(),
  };
}

/** Resolves once `begin` calls back. Throws the error of the stream, also if it's closed meanwhile. */
function waitForCallback(stream: Transform, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => reject(stream.errored ?? new Error('the stream is closed'));
    if (stream.destroyed) return end();
    stream.once('close', end);
    begin((error) => {
      stream.off('close', end);
      if (error) reject(error);
      else resolve();
    });
  });
}
