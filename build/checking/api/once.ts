import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectFolder } from '../../project.ts';

const folder = join(cacheFolder, 'passed');

/** Runs a check unless it passed before with the same files. File names are relative to the project. */
export async function checkOnce(name: string, files: readonly string[], check: () => Promise<void>): Promise<void> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(projectFolder, file)));
  const mark = `${name}-${hash.digest('hex').slice(0, 32)}`;
  if (existsSync(join(folder, mark))) return;
  await check();
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (old.startsWith(`${name}-`)) rmSync(join(folder, old));
  writeFileSync(join(folder, mark), '');
}
