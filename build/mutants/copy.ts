import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';
import type { Fault } from './faults.ts';

/** A copy of the project for running tests, so that the developer's tree never contains a fault. */
export interface Copy {
  readonly folder: string;
  /** Plants a fault. */
  plant(fault: Fault): void;
  /** Removes the fault. */
  heal(): void;
  remove(): void;
}

const skippedFolders = new Set(['.git', 'node_modules', 'data'].map((name) => join(projectFolder, name)));
const skippedInBuild = new Set(['cache', 'out'].map((name) => join(projectFolder, 'build', name)));

/** Copies the project to a temporary folder and shares its libraries. */
export function copyProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-mutants-'));
  // Some tests switch to another user, who must be able to read the copy.
  chmodSync(folder, 0o755);
  cpSync(projectFolder, folder, {
    recursive: true,
    filter: (source) => !skippedFolders.has(source) && !skippedInBuild.has(source),
  });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'build', 'cache'));
  const originals = new Map<string, string>();
  return {
    folder,
    plant({ file, start, end, before, after }) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (text.slice(start, end) !== before) throw new Error(`${file} has changed since the faults were drawn`);
      originals.set(file, text);
      writeFileSync(join(folder, file), text.slice(0, start) + after + text.slice(end));
    },
    heal() {
      for (const [file, text] of originals) writeFileSync(join(folder, file), text);
      originals.clear();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
