// Makes the single executable, offline: `npm run build`. The steps stand at the end of this file.
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noticesFile } from '../src/cli/licences.ts';
import { bundleProgram } from './bundle.ts';
import { stageNativePackages } from './native-packages.ts';
import { collectShippedNotices, formatNotices } from './notices.ts';
import { packExecutable } from './pack.ts';
import { cacheFolder, executableFile, platform, say, secondsSince } from './project.ts';

const maxMegabytes = 160;

function requireKnownPlatform(): void {
  if (platform === 'linux-x64' || platform === 'linux-arm64') return;
  throw new Error(`executables are made on linux-x64 and linux-arm64, this is ${platform}`);
}

async function build(): Promise<void> {
  const start = performance.now();
  const stage = join(cacheFolder, 'stage');
  const draft = join(cacheFolder, 'gangway');
  requireKnownPlatform();
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  await bundleProgram(stage);
  stageNativePackages(stage);
  writeFileSync(join(stage, noticesFile), formatNotices(collectShippedNotices()));
  packExecutable(stage, draft);
  // A running executable cannot be written to, but it can be replaced.
  mkdirSync(dirname(executableFile), { recursive: true });
  renameSync(draft, executableFile);
  reportSize(start);
}

function reportSize(start: number): void {
  const megabytes = statSync(executableFile).size / 1_000_000;
  say(`${executableFile}: ${megabytes.toFixed(1)} MB, made in ${secondsSince(start)}`);
  if (megabytes > maxMegabytes) throw new Error(`the executable is larger than ${maxMegabytes} MB`);
}

await build();
