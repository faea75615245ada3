import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Returns the bytes of a zip with these texts in one folder. */
export async function* zipTexts(folder: string, texts: ReadonlyMap<string, string>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of texts) zip.addBuffer(Buffer.from(text), `${folder}/${name}`);
  zip.end();
  yield* Readable.from(zip.outputStream);
}
