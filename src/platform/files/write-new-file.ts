import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Creates a file that only its owner can read; with `isDurable` its content, not its name, survives a power cut when this
 * returns. Throws EEXIST if the file exists, and errors of `chunks`.
 *
 * The file is closed when this returns or throws, so it can be deleted. A pipeline alone doesn't wait for that: it rejects
 * while the file is still being opened, which then appears in a folder that was emptied, and it returns before `flush`. Node's
 * `writeFile` would do, but it listens to its source only once the file is open, and misses an error before that.
 */
export async function writeNewFile(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { isDurable = false } = {},
): Promise<void> {
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: isDurable });
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  let failure: Error | undefined;
  output.once('error', (error) => {
    failure = error;
  });
  try {
    await pipeline(chunks, output);
  } finally {
    await closed;
  }
  if (failure) throw failure;
}
