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
export const bundleOnce = (): Promise<BundledProgram> => bundle();

/** Bundles the program as a later version would be: with one more migration. */
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

/** Test files that need it at the same moment bundle into folders of their own, of which the first one stays. */
async function bundleInto(place: string, migration?: string): Promise<void> {
  const draft = `${place}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { bundleModules } = await import('../../build/packaging/bundle.ts');
  // One source asks for its folder, and finds migrations and assets from there.
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
