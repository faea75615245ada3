import { writeFileSync } from 'node:fs';
import { areas } from '#app/areas.ts';
import { formatAsyncApi, formatOpenApi } from '#app/documents/describe.ts';

/** Writes a text to a file, or to standard output without one. */
function writeText(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}

/** Writes the OpenAPI document of all calls. */
export const writeOpenApi = (file: string | undefined): void => writeText(formatOpenApi(areas), file);

/** Writes the AsyncAPI document of all sockets. */
export const writeAsyncApi = (file: string | undefined): void => writeText(formatAsyncApi(areas), file);
