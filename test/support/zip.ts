import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** Collects the bytes of a stream of the zip library. */
async function collectBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Returns a zip of these files, by their paths in it. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { compress });
  zip.end();
  return collectBytes(zip.outputStream as Readable);
}

/** Returns the content of a zip, by path. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        collectBytes(stream)
          .then((content) => {
            files.set(entry.fileName, content);
            zip.readEntry();
          })
          .catch(reject);
      });
    });
    zip.readEntry();
  });
  return files;
}

/** Replaces every occurrence of a text with another of the same length. */
export function replaceIn(bytes: Buffer, text: string, other: string): Buffer {
  if (Buffer.byteLength(text) !== Buffer.byteLength(other)) throw new Error('both texts must have the same length');
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf(text); at >= 0; at = changed.indexOf(text, at + 1)) changed.write(other, at);
  return changed;
}
