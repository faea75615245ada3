import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openStateFile, readStateFile } from '#platform/files/state-file.ts';
import { createClient } from '../support/client.ts';
import { basicAuthorization, createShip, logIn, type Outcome, readUntil, type Ship } from './support.ts';

const readJson = ({ stdout }: Outcome) => JSON.parse(stdout);
const listTroubleNames = (outcome: Outcome): string[] =>
  readJson(outcome).troubles.map(({ name }: { name: string }) => name);
const runStatus = (ship: Ship, ...words: string[]) => ship.run(['status', ...words]);

/** Makes the service write its state now rather than within five seconds. */
const writeStateNow = (ship: Ship) => ship.run(['job', 'record-state']);

describe('gangway status', { concurrency: 2 }, () => {
  test('describes a running service, as text and JSON, and exits with 0', async () => {
    const ship = createShip();
    const service = await ship.serve();
    const james = await logIn(service.url, 'james');
    await james.send('GET', '/api/v3/user/whoami');
    await writeStateNow(ship);
    const inWords = await runStatus(ship);
    assert.equal(inWords.code, 0, `${inWords.stdout}${inWords.stderr}`);
    assert.match(inWords.stdout, /^Gangway \S+: running since .+ UTC, process \d+, http:/);
    assert.match(inWords.stdout, /^people +1 present, 0 with 0 sockets$/m);
    assert.match(inWords.stdout, /^disk +\S+ \S+ free of \S+ \S+: data, database, pictures$/m);
    assert.match(inWords.stdout, /^backup +none: BACKUP_DIR is not set$/m);
    assert.match(inWords.stdout, /^check-consistency +never/m);
    assert.match(inWords.stdout, /^GET \/api\/v3\/user\/whoami +1 /m);
    const asJson = await runStatus(ship, '--json');
    const { service: word, pid, url, isWritable, peoplePresent, troubles } = readJson(asJson);
    assert.deepEqual([asJson.code, word, pid, url], [0, 'running', service.pid, service.url]);
    assert.deepEqual([isWritable, peoplePresent, troubles], [true, 1, []]);
  });

  test('says that a production ship without backups needs attention', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password' });
    await ship.serve();
    await writeStateNow(ship);
    const { code, stdout } = await runStatus(ship);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^needs attention\n {2}There are no nightly backups: set BACKUP_DIR to a folder on another disk\.$/m,
    );
    assert.match(stdout, /^backup +none: BACKUP_DIR is not set$/m);
  });

  test('exits with 3 if none runs, and says whether it stopped cleanly or was killed', async () => {
    const ship = createShip();
    const fresh = await runStatus(ship);
    assert.equal(fresh.code, 3);
    assert.match(fresh.stdout, /^Gangway \S+: no service has run here yet$/m);
    const first = await ship.serve();
    assert.doesNotMatch(first.output(), /unclean/);
    await first.end('SIGTERM');
    const stopped = await runStatus(ship);
    assert.equal(stopped.code, 3);
    assert.match(stopped.stdout, /not running; shut down cleanly at .+ UTC/);
    assert.match(stopped.stdout, /^accounts +\d+$/m);
    const second = await ship.serve();
    assert.doesNotMatch(second.output(), /unclean/);
    await second.end('SIGKILL');
    const killed = await runStatus(ship, '--json');
    assert.deepEqual([killed.code, readJson(killed).service, listTroubleNames(killed)], [3, 'killed', ['killed']]);
    const third = await ship.serve();
    assert.match(third.output(), /the service did not shut down cleanly/);
  });

  test('exits with 1 if it hangs, and says since when, and the state of the database', async () => {
    const ship = createShip();
    const service = await ship.serve();
    service.signal('SIGSTOP');
    // Simulates a minute of silence instead of waiting for it.
    const file = join(ship.data, 'service-state');
    const state = await openStateFile(file);
    await state.write({ ...Object(await readStateFile(file)), at: new Date(Date.now() - 60_000) });
    await state.close();
    const found = await runStatus(ship, '--json');
    const inWords = await runStatus(ship);
    service.signal('SIGCONT');
    assert.deepEqual([found.code, readJson(found).service, listTroubleNames(found)], [1, 'stuck', ['stuck']]);
    assert.ok(readJson(found).accounts > 0);
    assert.match(inWords.stdout, /^ {2}The service has not responded since .+ UTC/m);
  });
});

describe('commands next to the service', { concurrency: 2 }, () => {
  test('appear in the service’s log with the user, even if run before its start', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password', USER: 'crew' });
    const first = await ship.serve();
    const created = await createClient(first.url).send('POST', '/api/v3/user/create', {
      body: { username: 'rowdy', password: 'password' },
    });
    assert.equal(created.status, 201);
    assert.equal((await ship.run(['user', 'level', 'rowdy', 'verified'])).code, 0);
    await first.says(/a family's access level was changed/);
    const line =
      first
        .output()
        .split('\n')
        .find((text) => text.includes('access level was changed')) ?? '';
    const { family, before, after, by } = JSON.parse(line);
    assert.deepEqual([family, before, after], ['rowdy', 'unverified', 'verified']);
    assert.match(by, /, by command$/);
    await first.end('SIGTERM');
    const codes = ship.file('codes.txt', 'ABC ABC\nBCD BCD\n');
    assert.equal((await ship.run(['import', 'regcodes', codes])).code, 0);
    assert.equal((await ship.run(['import', 'regcodes', codes, '--dry-run'])).code, 0);
    const second = await ship.serve();
    const lines = second
      .output()
      .split('\n')
      .filter((text) => text.includes('registration codes were imported'));
    assert.equal(lines.length, 1);
    assert.equal(JSON.parse(lines[0] ?? '').added, 2);
    assert.equal(JSON.parse(lines[0] ?? '').file, 'codes.txt');
  });

  test('appear in its log even if the data folder was copied or moved by hand', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password' });
    const first = await ship.serve();
    assert.equal((await ship.run(['backup', 'kept.tar.gz'])).code, 0);
    assert.equal((await ship.run(['export', 'users', 'people.zip'])).code, 0);
    await first.says(/people were written into a file/);
    const linesOf = (output: string, words: RegExp) => output.split('\n').filter((text) => words.test(text));
    const [made = '', ...others] = linesOf(first.output(), /a backup was made by command|people were written/);
    assert.deepEqual([JSON.parse(made).file, others.length], ['kept.tar.gz', 1]);
    assert.match(JSON.parse(made).by, /, by command$/);
    await first.end('SIGTERM');
    assert.equal((await ship.run(['restore', 'kept.tar.gz'])).code, 0);
    const second = await ship.serve();
    const [restored = '', ...more] = linesOf(second.output(), /a backup was restored/);
    assert.deepEqual([JSON.parse(restored).file, more.length], ['kept.tar.gz', 0]);
  });

  test('list logins, and end one', async () => {
    const ship = createShip();
    assert.match((await ship.run(['user', 'list', '--online'])).stderr, /No database at|No service is running/);
    const service = await ship.serve();
    const james = await logIn(service.url, 'james');
    await james.send('GET', '/api/v3/user/whoami');
    await writeStateNow(ship);
    const online = await ship.run(['user', 'list', '--online']);
    assert.match(online.stdout, /^james /m);
    assert.match(online.stdout, /^1 account$/m);
    const shown = await ship.run(['user', 'show', 'james']);
    assert.match(shown.stdout, /^last seen +20\d\d-.+ UTC$/m);
    assert.match(shown.stdout, /^open sockets +0$/m);
    assert.match(shown.stdout, /^locked out +no$/m);
    assert.equal((await ship.run(['user', 'logout', 'James'])).stdout, 'james is signed out on all devices\n');
    const { status } = await readUntil(
      () => james.send('GET', '/api/v3/user/whoami'),
      (response) => response.status === 401,
    );
    assert.equal(status, 401);
  });

  test('immediately unlock an account paused after wrong passwords', async () => {
    const ship = createShip();
    const service = await ship.serve();
    const tryPassword = async (password: string) =>
      (await createClient(service.url, basicAuthorization('heidi', password)).send('POST', '/api/v3/auth/login'))
        .status;
    for (let tries = 0; tries < 10; tries += 1) await tryPassword('wrong');
    assert.equal(await tryPassword('password'), 429);
    await writeStateNow(ship);
    await readUntil(
      () => ship.run(['user', 'show', 'heidi']),
      ({ stdout }) => /^locked out +wrong passwords, until /m.test(stdout),
    );
    assert.match((await runStatus(ship)).stdout, /^heidi +wrong passwords/m);
    assert.equal((await ship.run(['user', 'unlock', 'heidi'])).code, 0);
    const unlocked = await readUntil(
      () => tryPassword('password'),
      (status) => status === 200,
    );
    assert.equal(unlocked, 200);
  });

  test('require a name, --all or --address', async () => {
    const ship = createShip();
    for (const words of [[], ['heidi', '--all'], ['--all', '--address', '10.0.0.1'], ['--address', 'nowhere']]) {
      assert.equal((await ship.run(['user', 'unlock', ...words])).code, 2, words.join(' '));
    }
  });
});
