// Makes the single executable: `npm run build`, offline, for this machine; `npm run build -- linux-arm64` for another target.
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { noticesFile } from '../../src/cli/licences.ts';
import { cacheFolder, say, secondsSince } from '../project.ts';
import { bundleProgram } from './bundle.ts';
import { stageNativePackages } from './native-packages.ts';
import { collectShippedNotices, formatNotices } from './notices.ts';
import { packExecutable } from './pack.ts';
import { findTarget, locateExecutable, providePackages } from './targets.ts';

const maxMegabytes = 160;

async function build(name: string | undefined): Promise<void> {
  const start = performance.now();
  const stage = join(cacheFolder, 'stage');
  const target = findTarget(name);
  const executable = locateExecutable(target);
  const draft = join(cacheFolder, basename(executable));
  const packages = providePackages(target);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  await bundleProgram(stage);
  stageNativePackages(packages.folder, target, stage);
  const notices = collectShippedNotices(packages.folder, packages.nodeFolder);
  writeFileSync(join(stage, noticesFile), formatNotices(notices));
  packExecutable(stage, target, packages.node, draft);
  // A running executable can't be written to, but it can be replaced.
  mkdirSync(dirname(executable), { recursive: true });
  renameSync(draft, executable);
  const megabytes = statSync(executable).size / 1_000_000;
  say(`${executable}: ${megabytes.toFixed(1)} MB, made in ${secondsSince(start)}`);
  if (megabytes > maxMegabytes) throw new Error(`the executable is larger than ${maxMegabytes} MB`);
}

await build(process.argv[2]);
