import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, projectFolder, say } from '../project.ts';
import { amendPackager } from './amended-packager.ts';
import type { Target } from './targets.ts';

// The packager looks for Node in its cache, so it gets its own home folder that contains the target's Node.
const homeFolder = join(cacheFolder, 'home');

/** Makes one executable file from the target's Node and the stage folder, whose main module is `main.mjs`. */
export function packExecutable(stage: string, target: Target, node: string, output: string): void {
  const description = { name: 'gangway', type: 'module', bin: 'main.mjs', pkg: { assets: ['**/*'] } };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(description));
  provideNode(target, node);
  const options = ['--sea', '--targets', `node${process.versions.node}-${target.name}`, '--output', output];
  const packager = amendPackager(join(projectFolder, 'node_modules', '@yao-pkg', 'pkg'), join(cacheFolder, 'pkg'));
  runTool(process.execPath, [packager, stage, ...options]);
}

/** Puts Node where the packager would put it after downloading, checking and extracting it. */
function provideNode(target: Target, node: string): void {
  const cache = join(homeFolder, '.pkg-cache', 'sea');
  const release = `node-v${process.versions.node}-${target.name}`;
  const [archive, binary] =
    target.os === 'win32' ? [`${release}.zip`, `${release}.exe`] : [`${release}.tar.gz`, join(release, 'bin', 'node')];
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(dirname(join(cache, binary)), { recursive: true });
  if (target.os === 'win32') copyFileSync(node, join(cache, binary));
  else copyWithoutSymbols(node, join(cache, binary));
  for (const done of [archive, `${archive}.ok`, `${binary}.ok`]) writeFileSync(join(cache, done), '');
}

/** Removes the debug symbols, 18 MB, with the first installed tool that supports the target's processor. */
function copyWithoutSymbols(source: string, copy: string): void {
  const tools = ['strip', 'llvm-strip', 'aarch64-linux-gnu-strip'];
  if (tools.some((tool) => spawnSync(tool, ['-o', copy, source]).status === 0)) return;
  say(`None of ${tools.join(', ')} could remove symbols (packages binutils, llvm): the executable is 18 MB larger.`);
  copyFileSync(source, copy);
}

/** The output lists files that the packager can't follow. None of them are needed, so it's only shown on failure. */
function runTool(command: string, options: string[]): void {
  const environment = { ...process.env, HOME: homeFolder, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(command, options, { env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the packager failed:\n${stdout}${stderr}`);
}
