import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Export } from './export-people.ts';
import { listName, pictureFolder } from './unpack.ts';

/** The top folder of files written here; files to import may have any. */
const topFolder = 'userfile';
export const zipName = 'userfile.zip';

/** Returns the bytes of the zip, streamed on demand: the list compressed, pictures as they are. */
export async function* pack({ list, pictures }: Pick<Export, 'list' | 'pictures'>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  try {
    zip.addReadStream(Readable.from(list), `${topFolder}/${listName}`);
    for (const [name, path] of pictures)
      zip.addFile(path, `${topFolder}/${pictureFolder}/${name}`, { compress: false });
    zip.end();
    yield* output;
  } finally {
    output.destroy();
  }
}
