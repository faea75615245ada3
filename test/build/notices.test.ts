import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectNotices, collectShippedNotices, formatNotices } from '../../build/packaging/notices.ts';
import project from '../../package.json' with { type: 'json' };
import { createShip } from '../cli/support.ts';
import { runInProject } from './support.ts';

const createPackageWithDependency = (name: string) =>
  JSON.stringify({ name: 'project', version: '1.0.0', dependencies: { [name]: '1.0.0' } });
const formatPackageJson = (name: string, more: object = { license: 'MIT' }) =>
  JSON.stringify({ name, version: '1.0.0', ...more });

test('lists every dependency with version, licence and licence text', () => {
  const notices = collectNotices();
  const titles = notices.map(({ name, version }) => `${name} ${version}`);
  for (const [name, version] of Object.entries(project.dependencies))
    assert.ok(titles.includes(`${name} ${version}`), name);
  for (const { name, licence, text } of notices) assert.ok(licence !== '' && text.length > 50, name);
  const names = notices.map(({ name }) => name);
  for (const name of ['SQLite', 'vips (libvips)', 'webp (libvips)', 'glib (libvips)', 'argon2-rust (argon2)'])
    assert.ok(names.includes(name), name);
  for (const name of Object.keys(project.devDependencies)) assert.ok(!names.includes(name), name);
});

test('the licences of the executable include the runtime and what the packager adds', () => {
  const byName = new Map(collectShippedNotices().map((notice) => [notice.name, notice]));
  assert.equal(byName.get('Node.js')?.version, process.versions.node);
  assert.match(byName.get('Node.js')?.text ?? '', /OpenSSL/);
  for (const name of ['@yao-pkg/pkg', '@roberts_lando/vfs']) assert.ok(byName.has(name), name);
});

test('contains each licence text once, under everything it applies to', () => {
  const text = formatNotices([
    { name: 'one', version: '1.0.0', licence: 'MIT', text: 'the same words\n' },
    { name: 'other', version: '2.0.0', licence: 'ISC', text: 'other words' },
    { name: 'third', version: '3.0.0', licence: 'MIT', text: 'the same words' },
  ]);
  assert.equal(text.split('the same words').length, 2);
  assert.match(text, /^one 1\.0\.0: MIT\nother 2\.0\.0: ISC\nthird 3\.0\.0: MIT$/m);
  assert.match(text, /^one 1\.0\.0: MIT\nthird 3\.0\.0: MIT\n=+\n\nthe same words$/m);
});

test('finds transitive packages in any folder, including nested ones', () => {
  const files = {
    'package.json': createPackageWithDependency('one'),
    'node_modules/one/package.json': formatPackageJson('one', {
      license: 'MIT',
      dependencies: { two: '1', three: '1' },
    }),
    'node_modules/one/LICENSE': 'one may be used',
    'node_modules/two/package.json': formatPackageJson('two', {
      license: 'ISC',
      optionalDependencies: { absent: '1' },
    }),
    'node_modules/two/LICENCE.md': 'two may be used',
    'node_modules/one/node_modules/three/package.json': formatPackageJson('three', { license: 'BSD-2-Clause' }),
    'node_modules/one/node_modules/three/COPYING': 'three may be used',
  };
  const notices = runInProject(files, collectNotices);
  assert.deepEqual(
    notices.map(({ name, licence, text }) => `${name} ${licence} ${text}`),
    ['one MIT one may be used', 'three BSD-2-Clause three may be used', 'two ISC two may be used'],
  );
});

test('ignores packages of an enclosing project', () => {
  const files = {
    'package.json': createPackageWithDependency('one'),
    'node_modules/one/package.json': formatPackageJson('one'),
    'node_modules/one/LICENSE': 'one may be used',
    'node_modules/other/package.json': formatPackageJson('other'),
    'node_modules/other/LICENSE': 'other may be used',
    'inner/package.json': createPackageWithDependency('one'),
    'inner/node_modules/one/package.json': formatPackageJson('one', {
      license: 'MIT',
      optionalDependencies: { other: '1' },
    }),
    'inner/node_modules/one/LICENSE': 'one may be used',
  };
  const notices = runInProject(files, (project) => collectNotices(join(project, 'inner')));
  assert.deepEqual(
    notices.map(({ name }) => name),
    ['one'],
  );
});

test('lists what is compiled into the libraries for Windows too', () => {
  const names = runInProject(
    {
      'package.json': JSON.stringify({
        name: 'project',
        version: '1.0.0',
        dependencies: { '@img/sharp-win32-x': '1.0.0', '@node-rs/argon2-x': '1.0.0' },
      }),
      'node_modules/@img/sharp-win32-x/package.json': formatPackageJson('@img/sharp-win32-x', { license: 'LGPL-3.0' }),
      'node_modules/@img/sharp-win32-x/versions.json': '{"vips":"8.0.0"}',
      'node_modules/@img/sharp-win32-x/README.md': '| Library | Terms |\n| libvips | LGPLv3 |\n',
      'node_modules/@node-rs/argon2-x/package.json': formatPackageJson('@node-rs/argon2-x'),
      'node_modules/@node-rs/argon2-x/LICENSE': 'may be used',
      'node_modules/@node-rs/argon2-x/argon2.x.node': 'C:\\registry\\src\\index\\napi-3.0.0\\src\\a.rs',
    },
    (folder) => collectNotices(folder).map(({ name }) => name),
  );
  for (const name of ['vips (libvips)', 'napi (argon2)']) assert.ok(names.includes(name), name);
});

const cratePaths = 'x/registry/src/index/napi-3.0.0/src/a.rs y/registry/src/index/unheard-of-2.1.0/src/b.rs';
const packagesWithoutLicence: Readonly<Record<string, readonly [files: Record<string, string>, complaint: RegExp]>> = {
  'of a package that names none': [
    {
      'package.json': createPackageWithDependency('one'),
      'node_modules/one/package.json': formatPackageJson('one', {}),
    },
    /^Error: one 1\.0\.0: no licence is known/,
  ],
  'of a package that brings no text': [
    { 'package.json': createPackageWithDependency('one'), 'node_modules/one/package.json': formatPackageJson('one') },
    /^Error: one 1\.0\.0: the text of its licence \(MIT\) is not known/,
  ],
  'of a library in libvips': [
    {
      'package.json': createPackageWithDependency('@img/sharp-libvips-x'),
      'node_modules/@img/sharp-libvips-x/package.json': formatPackageJson('@img/sharp-libvips-x', {
        license: 'LGPL-3.0',
      }),
      'node_modules/@img/sharp-libvips-x/versions.json': '{"vips":"8.0.0","newcomer":"1.0.0"}',
      'node_modules/@img/sharp-libvips-x/README.md': '| Library | Terms |\n| libvips | LGPLv3 |\n',
    },
    /^Error: newcomer in libvips: no licence is known/,
  ],
  'of a crate': [
    {
      'package.json': createPackageWithDependency('@node-rs/argon2-x'),
      'node_modules/@node-rs/argon2-x/package.json': formatPackageJson('@node-rs/argon2-x'),
      'node_modules/@node-rs/argon2-x/LICENSE': 'may be used',
      'node_modules/@node-rs/argon2-x/argon2.x.node': cratePaths,
    },
    /^Error: unheard-of 2\.1\.0 in .*: no licence is known/,
  ],
  'of a package that is not installed': [
    { 'package.json': createPackageWithDependency('one') },
    /^Error: one, which .* needs, is not installed/,
  ],
};
for (const [what, [files, complaint]] of Object.entries(packagesWithoutLicence)) {
  test(`a licence ${what} ends the build, which names it`, () => {
    assert.throws(() => runInProject(files, collectNotices), complaint);
  });
}

test('gangway licences prints them where the program runs from its sources', async () => {
  const { code, stdout, stderr } = await createShip().run(['licences']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(stdout, formatNotices(collectNotices()));
});
