import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { UnreadableFile } from '../import/unreadable-file.ts';
import { renamePath, syncToDisk } from './files.ts';

/** Reads a file of `storeJson`; undefined if there is none. Throws UnreadableFile with the advice for a damaged one. */
export function readStoredJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
  advice: string,
): v.InferOutput<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UnreadableFile(`${file} is damaged${advice}`);
  }
}

/**
 * Writes all of a small file or nothing; only this user can read it. Once this returns, it survives a power cut;
 * without
 * `isDurable`, either it or the previous one does.
 */
export function storeJson(file: string, value: unknown, { isDurable = true } = {}): void {
  writeFileSync(`${file}.draft`, JSON.stringify(value), { mode: 0o600, flush: true });
  renamePath(`${file}.draft`, file);
  if (isDurable) syncToDisk(dirname(file));
}
