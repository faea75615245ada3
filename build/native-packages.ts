import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { platform, projectFolder } from './project.ts';

/** Packages with native libraries; they cannot be bundled and travel as they are. */
export const nativePackages: readonly string[] = ['better-sqlite3', 'sharp', '@node-rs/argon2'];

const neededPackages = [
  'detect-libc',
  'semver',
  '@img/colour',
  `@img/sharp-${platform}`,
  `@img/sharp-libvips-${platform}`,
  `@node-rs/argon2-${platform}-gnu`,
];

const isNative = (file: string): boolean => /\.(node|so)(\.[\d.]+)?$/.test(file);
const isNeeded = (file: string): boolean => isNative(file) || /\.(js|cjs|mjs|json)$|LICEN[CS]E/.test(basename(file));
// better-sqlite3 brings the sources of SQLite, and libraries for every system.
const isForeign = (file: string): boolean =>
  file.includes('better-sqlite3/deps') || (file.includes('/prebuilds/') && basename(file) !== `${platform}.node`);

/**
 * Copies the native packages into the stage folder with what runs on this platform, the libraries compressed in place, and
 * writes the list by which src/platform/native-libraries.ts unpacks them.
 */
export function stageNativePackages(stage: string): void {
  for (const name of [...nativePackages, ...neededPackages]) copyPackage(name, stage);
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

function copyPackage(name: string, stage: string): void {
  const source = join(projectFolder, 'node_modules', name);
  const filter = (file: string) => statSync(file).isDirectory() || (isNeeded(file) && !isForeign(file));
  cpSync(source, join(stage, 'node_modules', name), { recursive: true, filter });
}

function compress(content: Buffer): Buffer {
  return zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}
