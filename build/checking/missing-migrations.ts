import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectFolder } from '../project.ts';
import { runScript } from '../running/run-script.ts';

// The generator accepts only folders relative to the project.
const configurationCode = `
import config from '../../../drizzle.config.ts';
export default { ...config, out: 'build/cache/migrations-check/migrations' };
`;

/** Returns the SQL that the migration generator would add for the current tables; uses a copy of migrations/. */
export async function findMissingMigrations(): Promise<string[]> {
  const folder = join(cacheFolder, 'migrations-check');
  const copy = join(folder, 'migrations');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(projectFolder, 'migrations'), copy, { recursive: true });
  writeFileSync(join(folder, 'drizzle.config.ts'), configurationCode);
  const before = readdirSync(copy);
  await runScript('node_modules/drizzle-kit/bin.cjs', 'generate', '--config', join(folder, 'drizzle.config.ts'));
  const added = readdirSync(copy).filter((name) => !before.includes(name));
  return added.map((name) => readFileSync(join(copy, name), 'utf8'));
}
