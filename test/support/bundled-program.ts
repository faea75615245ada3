import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, listFiles, projectFolder } from '../../build/project.ts';

/** The program for tests that run it as processes of its own: a start takes half as long as from the sources. */
export interface BundledProgram {
  /** What Node runs. */
  readonly file: string;
  /** Where Node keeps what it has compiled of it. */
  readonly compileCache: string;
}

const folder = join(cacheFolder, 'program');
const maxAgeMilliseconds = 24 * 60 * 60 * 1000;

/** Bundles the sources as they are now, unless that has been done. */
export async function bundleOnce(): Promise<BundledProgram> {
  const place = join(folder, hashSources());
  if (!existsSync(place)) await bundleInto(place);
  return { file: join(place, 'main.mjs'), compileCache: join(place, 'compiled') };
}

function hashSources(): string {
  const files = ['package-lock.json', 'build/bundle.ts', ...listFiles(projectFolder, 'src')];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(projectFolder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Test files that need it at the same moment bundle into folders of their own, of which the first one stays. */
async function bundleInto(place: string): Promise<void> {
  const draft = `${place}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { bundleModules } = await import('../../build/bundle.ts');
  // As if it were where the one source is that asks: migrations and assets are found from there.
  const sources = JSON.stringify(join(projectFolder, 'src', 'platform'));
  await bundleModules(draft, { 'import.meta.dirname': sources });
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  removeOld();
}

function removeOld(): void {
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(old, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > maxAgeMilliseconds) rmSync(old, { recursive: true, force: true });
  }
}
