import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { amendPackager } from '../../build/amended-packager.ts';
import { projectFolder } from '../../build/project.ts';
import { inProject } from './support.ts';

const installed = join(projectFolder, 'node_modules', '@yao-pkg', 'pkg');
const sea = readFileSync(join(installed, 'lib-es5', 'sea.js'), 'utf8');
const bootstrap = readFileSync(join(installed, 'prelude', 'sea-bootstrap.bundle.js'), 'utf8');

const amend = (files: Record<string, string>) => {
  const inPackager = Object.entries(files).map(([file, text]) => [`packager/${file}`, text]);
  return inProject(Object.fromEntries(inPackager), (project) => {
    const main = amendPackager(join(project, 'packager'), join(project, 'copy'));
    const read = (file: string) => readFileSync(join(project, 'copy', file), 'utf8');
    return { main, sea: read('lib-es5/sea.js'), bootstrap: read('prelude/sea-bootstrap.bundle.js') };
  });
};

test('the packager that is installed takes both amendments, and nothing else changes in it', () => {
  const amended = amend({ 'lib-es5/sea.js': sea, 'prelude/sea-bootstrap.bundle.js': bootstrap });
  assert.match(amended.main, /copy\/lib-es5\/bin\.js$/);
  const added =
    " execArgv: ['--max-semi-space-size=8', '--single-threaded-gc', '--heap-growing-percent=50'], execArgvExtension: 'none',";
  assert.equal(amended.sea.split(added).length, 2);
  assert.equal(amended.sea.replace(added, ''), sea);
  assert.equal(amended.bootstrap, `process.env.HOME ??= '/nonexistent';\n${bootstrap}`);
});

const description = /useSnapshot: false,(\s+assets: \{)/;
const changed: Readonly<Record<string, readonly [sea: string | undefined, bootstrap: string | undefined]>> = {
  'describes executables otherwise': [sea.replace(description, 'useSnapshot: no,$1'), bootstrap],
  'describes them twice': [sea.replace(description, 'useSnapshot: false,$1 useSnapshot: false,$1'), bootstrap],
  'describes them elsewhere': [undefined, bootstrap],
  'starts them otherwise': [sea, undefined],
};
for (const [what, [sea, bootstrap]] of Object.entries(changed)) {
  test(`a packager that ${what} ends the build with what has changed`, () => {
    const files = {
      ...(sea !== undefined && { 'lib-es5/sea.js': sea }),
      ...(bootstrap !== undefined && { 'prelude/sea-bootstrap.bundle.js': bootstrap }),
    };
    assert.throws(() => amend(files), /^Error: @yao-pkg\/pkg has changed: (lib-es5|prelude)\/\S+: .*see build/);
  });
}
