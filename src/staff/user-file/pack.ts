import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Export } from './export-people.ts';
import { listName, pictureFolder } from './unpack.ts';

/** The top folder of a file that is written here; one that is read may have any. */
const topFolder = 'userfile';
export const zipName = 'userfile.zip';

/** The bytes of the zip, made as they are asked for: the list packed, pictures as they are. */
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
