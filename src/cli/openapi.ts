import { writeFileSync } from 'node:fs';
import { areas } from '#app/areas.ts';
import { describeApi, describeSockets } from '#app/documents/documents.ts';

/** Writes a document to a file, or to standard output without one. */
function writeDocument(document: object, file: string | undefined): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}

/** The description of all calls. */
export const writeOpenApi = (file: string | undefined): void => writeDocument(describeApi(areas), file);

/** The description of all sockets. */
export const writeAsyncApi = (file: string | undefined): void => writeDocument(describeSockets(areas), file);
