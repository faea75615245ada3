import { writeFileSync } from 'node:fs';
import { openApiDocument } from '#http/openapi.ts';
import { version } from '#platform/version.ts';
import { areas } from '../../areas.ts';

/** Writes the OpenAPI document to a file, or to standard output without one. */
export function writeOpenApi(file: string | undefined): void {
  const text = `${JSON.stringify(openApiDocument(areas, version), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
