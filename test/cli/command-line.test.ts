import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import project from '../../package.json' with { type: 'json' };
import { createShip, getErrorSentence } from './support.ts';

const ship = createShip();
const projectFolder = join(import.meta.dirname, '..', '..');

const commands = [
  ['serve'],
  ['migrate'],
  ['import'],
  ['import', 'schedule'],
  ['import', 'timezones'],
  ['import', 'regcodes'],
  ['backup'],
  ['restore'],
  ['verify'],
  ['user'],
  ['user', 'list'],
  ['user', 'show'],
  ['user', 'password'],
  ['user', 'unlock'],
  ['user', 'level'],
  ['openapi'],
  ['generate-schedule'],
  ['licences'],
];

describe('the command line', { concurrency: 4 }, () => {
  test('prints the version', async () => {
    for (const words of [['version'], ['--version']]) {
      assert.deepEqual(await ship.run(words), { code: 0, stdout: `${project.version}\n`, stderr: '' });
    }
  });

  test('prints what changed from version to version', async () => {
    const { code, stdout } = await ship.run(['version', '--changes']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      new RegExp(`^## ${project.version}$`, 'm'),
      'this version has no entry in assets/CHANGELOG.md',
    );
  });

  test('shows all commands and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await ship.run(['--help']);
    assert.equal(code, 0);
    assert.equal(stderr, '');
    for (const [name = ''] of commands) assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
    assert.equal(existsSync(ship.data), false);
  });

  for (const words of commands) {
    test(`explains ${words.join(' ')}`, async () => {
      const { code, stdout } = await ship.run([...words, '--help']);
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(`Usage: gangway ${words.join(' ')}`), stdout);
      assert.match(stdout, /--env <name>/);
      if (!stdout.includes('Commands:')) assert.match(stdout, /Examples:\n {2}\S/);
    });
  }

  const wrongUses: [words: string[], complaint: RegExp][] = [
    [['sevre'], /^gangway: Unknown command 'sevre' \(Did you mean serve\?\)\.$/],
    [['import'], /A command is missing/],
    [['import', 'sailors', 'x'], /Unknown command 'sailors'/],
    [['import', 'schedule'], /Missing required argument 'FILE'/],
    [['restore'], /Missing required argument 'FILE'/],
    [['--no-such-option'], /Unknown option '--no-such-option'/],
    [['serve', 'now'], /Too many arguments for 'serve'/],
    [['user', 'list', '--level', 'captain'], /Allowed choices are banned/],
    [['user', 'level', 'heidi', 'client'], /Allowed choices are banned/],
    [['--port', 'http'], /--port must be a whole number from 0 to 65535, not "http"/],
    [['--hostname', 'not a host'], /--hostname must be the name or address/],
    [['--env', '../x', 'verify'], /--env must be a plain word/],
    [['draw-pictures'], /Only the service runs this command/],
  ];
  for (const [words, complaint] of wrongUses) {
    test(`ends \`${words.join(' ')}\` with 2 and one sentence`, async () => {
      const outcome = await ship.run(words);
      assert.equal(outcome.code, 2);
      assert.equal(outcome.stdout, '');
      assert.match(getErrorSentence(outcome), complaint);
      assert.doesNotMatch(outcome.stderr, /^ +at /m);
    });
  }

  test('doesn’t fail if its output isn’t read to the end', async () => {
    const words = `${process.execPath} ${join(projectFolder, 'build/node24.mjs')} ${join(projectFolder, 'src/main.ts')} openapi | head -c 10`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', words]);
    assert.deepEqual({ stdout, stderr }, { stdout: '{\n  "opena', stderr: '' });
  });

  test('works through npm start, which passes arguments on', async () => {
    const { stdout } = await promisify(execFile)('npm', ['start', '--silent', '--', 'user', 'show', '--help'], {
      cwd: projectFolder,
    });
    assert.match(stdout, /^Usage: gangway user show/);
  });

  test('shows the stack of a failure only with LOG_LEVEL=debug', async () => {
    assert.doesNotMatch((await ship.run(['verify'])).stderr, /^ +at /m);
    assert.match((await ship.run(['verify'], { environment: { LOG_LEVEL: 'debug' } })).stderr, /^ +at /m);
  });
});
