import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { processSettings } from '#platform/machine/executable.ts';
import { amendPackager } from '../../build/packaging/amended-packager.ts';
import { projectFolder } from '../../build/project.ts';
import { runInProject } from './support.ts';

const installed = join(projectFolder, 'node_modules', '@yao-pkg', 'pkg');
const packagerSource = readFileSync(join(installed, 'lib-es5', 'sea.js'), 'utf8');
const bootstrapSource = readFileSync(join(installed, 'prelude', 'sea-bootstrap.bundle.js'), 'utf8');

/** Returns the Node options in an executable's description. */
function findExecutableOptions(sea: string): string[] {
  const found = [...sea.matchAll(/ execArgv: (\[.*?\]), execArgvExtension: 'none',/g)];
  assert.equal(found.length, 1);
  return [...(found[0] ?? [])];
}

const amend = (files: Record<string, string>) => {
  const inPackager = Object.entries(files).map(([file, text]) => [`packager/${file}`, text]);
  return runInProject(Object.fromEntries(inPackager), (project) => {
    const main = amendPackager(join(project, 'packager'), join(project, 'copy'));
    const read = (file: string) => readFileSync(join(project, 'copy', file), 'utf8');
    return { main, sea: read('lib-es5/sea.js'), bootstrap: read('prelude/sea-bootstrap.bundle.js') };
  });
};

test('the installed packager gets both amendments, and nothing else in it changes', () => {
  const amended = amend({ 'lib-es5/sea.js': packagerSource, 'prelude/sea-bootstrap.bundle.js': bootstrapSource });
  assert.match(amended.main, /copy\/lib-es5\/bin\.js$/);
  const [added = ''] = findExecutableOptions(amended.sea);
  assert.equal(amended.sea.replace(added, ''), packagerSource);
  assert.equal(amended.bootstrap, `process.env.HOME ??= '/nonexistent';\n${bootstrapSource}`);
});

test('sources and executable run with the same options of Node, and the same settings of the process', () => {
  const { sea: amended } = amend({
    'lib-es5/sea.js': packagerSource,
    'prelude/sea-bootstrap.bundle.js': bootstrapSource,
  });
  const [, ofExecutable = ''] = findExecutableOptions(amended);
  const asked = 'JSON.stringify([process.execArgv, process.env])';
  const script = join(projectFolder, 'build', 'node24.mjs');
  const said = execFileSync(process.execPath, [script, '-p', asked], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  const [words, environment]: [string[], Record<string, string>] = JSON.parse(said);
  const ofSources = words.slice(0, words.indexOf('--import'));
  assert.ok(ofSources.length > 0);
  assert.deepEqual(ofSources, JSON.parse(ofExecutable));
  const { MALLOC_ARENA_MAX, UV_THREADPOOL_SIZE } = environment;
  assert.deepEqual({ MALLOC_ARENA_MAX, UV_THREADPOOL_SIZE }, processSettings);
});

const descriptionPattern = /useSnapshot: false,(\s+assets: \{)/;
const changedPackagers: Readonly<Record<string, readonly [sea: string | undefined, bootstrap: string | undefined]>> = {
  'describes executables otherwise': [
    packagerSource.replace(descriptionPattern, 'useSnapshot: no,$1'),
    bootstrapSource,
  ],
  'describes them twice': [
    packagerSource.replace(descriptionPattern, 'useSnapshot: false,$1 useSnapshot: false,$1'),
    bootstrapSource,
  ],
  'describes them elsewhere': [undefined, bootstrapSource],
  'starts them otherwise': [packagerSource, undefined],
};
for (const [what, [sea, bootstrap]] of Object.entries(changedPackagers)) {
  test(`a packager that ${what} fails the build, which says what has changed`, () => {
    const files = {
      ...(sea !== undefined && { 'lib-es5/sea.js': sea }),
      ...(bootstrap !== undefined && { 'prelude/sea-bootstrap.bundle.js': bootstrap }),
    };
    assert.throws(() => amend(files), /^Error: @yao-pkg\/pkg has changed: (lib-es5|prelude)\/\S+: .*see build/);
  });
}
