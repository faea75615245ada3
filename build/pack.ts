import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { amendPackager } from './amended-packager.ts';
import { cacheFolder, platform, projectFolder, say } from './project.ts';

// The packager looks for Node in its cache, so it gets a home of its own with this project's Node in it.
const home = join(cacheFolder, 'home');

/** Makes one executable file of the stage folder, whose main module is `main.mjs`, and the Node that runs this. */
export function packExecutable(stage: string, output: string): void {
  const description = { name: 'gangway', type: 'module', bin: 'main.mjs', pkg: { assets: ['**/*'] } };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(description));
  provideNode();
  const target = `node${process.versions.node}-${platform}`;
  const options = ['--sea', '--targets', target, '--output', output];
  const packager = amendPackager(join(projectFolder, 'node_modules', '@yao-pkg', 'pkg'), join(cacheFolder, 'pkg'));
  run(process.execPath, [packager, stage, ...options]);
}

/** Puts this Node where the packager expects one that it has downloaded, checked and extracted. */
function provideNode(): void {
  const cache = join(home, '.pkg-cache', 'sea');
  const release = `node-v${process.versions.node}-${platform}`;
  const binary = join(cache, release, 'bin', 'node');
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(join(cache, release, 'bin'), { recursive: true });
  copyWithoutSymbols(process.execPath, binary);
  for (const done of [`${release}.tar.gz`, `${release}.tar.gz.ok`, `${release}/bin/node.ok`])
    writeFileSync(join(cache, done), '');
}

/** Symbols for a debugger are 18 MB; without the tool that removes them the executable is just larger. */
function copyWithoutSymbols(source: string, target: string): void {
  const { status } = spawnSync('strip', ['-o', target, source]);
  if (status === 0) return;
  say('No `strip` here (package binutils): the executable keeps 18 MB of symbols.');
  copyFileSync(source, target);
}

/** Its output names files it cannot follow, none of which are needed; it is shown when it fails. */
function run(command: string, options: string[]): void {
  const environment = { ...process.env, HOME: home, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(command, options, { env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the packager failed:\n${stdout}${stderr}`);
}
