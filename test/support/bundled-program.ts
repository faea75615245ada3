import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, listFiles, projectFolder } from '../../build/project.ts';

/** The program for tests that run it as separate processes: it starts twice as fast as the sources. */
export interface BundledProgram {
  /** The main file, which Node runs. */
  readonly file: string;
  /** The folder where Node caches the compiled program. */
  readonly compileCache: string;
}

const folder = join(cacheFolder, 'program');
const maxAgeMilliseconds = 24 * 60 * 60 * 1000;

/** Bundles the current sources, unless that has been done. */
export const bundleOnce = (): Promise<BundledProgram> => bundle();

/** Bundles the program as a later version, with one more migration. */
export const bundleLaterVersion = (migration: string): Promise<BundledProgram> => bundle(migration);

/** Sorts after all other migrations. */
export const laterMigration = '9999_later.sql';

async function bundle(migration?: string): Promise<BundledProgram> {
  const place = join(folder, hashSources(migration));
  if (!existsSync(place)) await bundleInto(place, migration);
  return { file: join(place, 'main.mjs'), compileCache: join(place, 'compiled') };
}

function hashSources(more = ''): string {
  const files = ['package-lock.json', 'build/packaging/bundle.ts', ...listFiles(projectFolder, 'src')];
  const hash = createHash('sha256').update(more);
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(projectFolder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Test files that need the bundle at the same moment bundle into separate folders, and the first one is used. */
async function bundleInto(place: string, migration?: string): Promise<void> {
  const draft = `${place}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { bundleModules } = await import('../../build/packaging/bundle.ts');
  // One source looks up its own folder, and finds migrations and assets from there.
  const root = migration === undefined ? projectFolder : place;
  if (migration !== undefined) addMigration(draft, migration);
  const sources = JSON.stringify(join(root, 'src', 'platform', 'machine'));
  await bundleModules(draft, { 'import.meta.dirname': sources });
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  }
  removeOld();
}

function addMigration(program: string, migration: string): void {
  cpSync(join(projectFolder, 'migrations'), join(program, 'migrations'), { recursive: true });
  writeFileSync(join(program, 'migrations', laterMigration), migration);
  symlinkSync(join(projectFolder, 'assets'), join(program, 'assets'));
}

function removeOld(): void {
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(old, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > maxAgeMilliseconds) rmSync(old, { recursive: true, force: true });
  }
}
