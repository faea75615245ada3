import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findTarget, locateExecutable, targets } from '../../build/packaging/targets.ts';
import { projectFolder } from '../../build/project.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

test('every target has Node and its libraries in the lock file, with their hashes', () => {
  const lock: Lock = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  for (const { name, runtime, libraries } of targets) {
    const missing = [runtime.package, ...libraries].filter(
      (library) => !lock.packages[`node_modules/${library}`]?.integrity,
    );
    assert.deepEqual(missing, [], name);
  }
});

test('each target has an executable of its own', () => {
  const files = targets.map((target) => locateExecutable(findTarget(target.name)));
  assert.equal(new Set(files).size, targets.length);
});

test('rejects an unknown target and lists the known ones', () => {
  assert.throws(() => findTarget('linux-riscv64'), /linux-x64, linux-arm64.*not for linux-riscv64/);
});
