import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Target } from './targets.ts';

/** Packages with native libraries, which can't be bundled; they're included unchanged. */
export const nativePackages: readonly string[] = ['better-sqlite3', 'sharp', '@node-rs/argon2'];

const neededPackages = ['detect-libc', 'semver', '@img/colour'];

const isNative = (file: string): boolean => /\.(node|so|dll)(\.[\d.]+)?$/.test(file);
const isNeeded = (file: string): boolean => isNative(file) || /\.(js|cjs|mjs|json)$|LICEN[CS]E/.test(basename(file));
// better-sqlite3 also contains the sources of SQLite and libraries for every system.
const isForeign = (file: string, { os, cpu }: Target): boolean =>
  file.includes('better-sqlite3/deps') || (file.includes('/prebuilds/') && basename(file) !== `${os}-${cpu}.node`);

/**
 * Copies the native packages into the stage folder: only the files that run on the target, with the libraries
 * compressed. Also writes the list that src/platform/machine/native-libraries.ts uses to unpack them.
 */
export function stageNativePackages(packages: string, target: Target, stage: string): void {
  for (const name of [...nativePackages, ...neededPackages, ...target.libraries])
    copyPackage(join(packages, 'node_modules', name), join(stage, 'node_modules', name), target);
  const folder = join(stage, 'node_modules');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isNative).sort();
  const hash = createHash('sha256');
  const files = paths.map((path) => {
    const content = readFileSync(join(folder, path));
    hash.update(path).update(content);
    writeFileSync(join(folder, path), compress(content));
    return { path, size: content.length };
  });
  const list = { id: hash.digest('hex').slice(0, 16), files };
  writeFileSync(join(stage, 'native-libraries.json'), JSON.stringify(list));
}

function copyPackage(source: string, copy: string, target: Target): void {
  const filter = (file: string) => statSync(file).isDirectory() || (isNeeded(file) && !isForeign(file, target));
  cpSync(source, copy, { recursive: true, filter });
}

function compress(content: Buffer): Buffer {
  return zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}
