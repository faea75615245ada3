import { writeFileSync } from 'node:fs';
import { describeApi } from '#app/api-document.ts';
import { areas } from '#app/areas.ts';

/** Writes the OpenAPI document to a file, or to standard output without one. */
export function writeOpenApi(file: string | undefined): void {
  const text = `${JSON.stringify(describeApi(areas), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
