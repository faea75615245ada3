import { writeFileSync } from 'node:fs';
import { areas } from '../../areas.ts';
import { describeApi } from '../../description.ts';

/** Writes the OpenAPI document to a file, or to standard output without one. */
export function writeOpenApi(file: string | undefined): void {
  const text = `${JSON.stringify(describeApi(areas), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
