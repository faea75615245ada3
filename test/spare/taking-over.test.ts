import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { getCopyFile } from '#spare/follower/copy.ts';
import { getSlotFolder, getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { findFreePort } from '../../build/running/free-port.ts';
import { createShip, damageDatabase } from '../cli/support.ts';
import { createPairingCodeOn, startFollower } from '../durability/two-machines.ts';
import { createClient } from '../support/client.ts';
import { waitUntil } from '../support/processes.ts';
import type { Options, RunningService, Ship } from '../support/ship.ts';
import { openSocket } from '../support/socket.ts';
import { onTerminal } from '../support/terminal.ts';

const logIn = async ({ url }: RunningService): Promise<string> => {
  const credentials = Buffer.from('james:password').toString('base64');
  const response = await createClient(url, `Basic ${credentials}`).send('POST', '/api/v3/auth/login');
  assert.equal(response.status, 200, response.reason);
  return response.body.token;
};

test('a reachable server steps down without losing data or logins, and doesn’t serve until it follows', async () => {
  const [server, spare] = [createShip(), createShip()];
  const port = String(await findFreePort());
  const service = await server.serve();
  const code = await createPairingCodeOn(server);
  const follower = await startFollower(spare, service.url, code, {
    environment: { PORT: port },
  });
  const token = await logIn(service);

  const promoted = await spare.serve(['promote', '--yes'], { environment: { PORT: port } });
  assert.match(promoted.output(), /has stepped down: nothing is lost/);
  // Phones know only one address, and nothing about two machines.
  const look = `Phones connect to ${service.url}: give this machine that address, or point the name at it.`;
  assert.ok(promoted.output().includes(look), promoted.output());
  await promoted.says(/verified the promoted data: no problems found/);
  assert.equal((await follower.ended).code, 0, follower.output());
  assert.equal((await service.ended).code, 1);
  const whoami = await createClient(promoted.url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami');
  assert.equal(whoami.body.username, 'james');

  const refused = await server.run(['serve']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has taken over from this machine/);
  const promotedBack = await server.run(['promote', '--yes']);
  assert.equal(promotedBack.code, 1);
  assert.match(promotedBack.stderr, /serves the sailing now \(generation 2\).*`gangway spare run http/);
  const promotedTwice = await spare.run(['promote', '--yes'], { environment: { PORT: port } });
  assert.equal(promotedTwice.code, 1);
  assert.match(promotedTwice.stderr, /is not a spare, so there is nothing to promote/);
  const back = await server.runUntil(['spare', 'run'], /copy of the database is complete/, {
    environment: { PORT: String(await findFreePort()) },
  });
  const status = await spare.run(['spare', 'status'], { environment: { PORT: port } });
  assert.match(status.stdout, /this machine serves \(generation 2\)/);
  assert.equal((await back.end('SIGTERM')).code, 0);
  const asSpare = await server.run(['serve']);
  assert.match(asSpare.stderr, /This machine is the spare of/);
  for (const words of [
    ['user', 'list'],
    ['backup', 'copy'],
    ['schedule', 'log'],
  ]) {
    const elsewhere = await server.run(words);
    assert.match(elsewhere.stderr, /is the spare of http\S+: run this command there/, words.join(' '));
  }
  assert.equal((await promoted.end('SIGTERM')).code, 0);
});

test('a killed spare resumes, and a killed server refuses to serve next to its successor', async () => {
  const [server, spare] = [createShip(), createShip()];
  const onPort = { environment: { PORT: String(await findFreePort()) } };
  const service = await server.serve();
  const first = await startFollower(spare, service.url, await createPairingCodeOn(server), onPort);
  await first.end('SIGKILL');
  const james = createClient(service.url, `Bearer ${await logIn(service)}`);
  const text = 'No spare followed when this was written';
  const { body } = await james.send('POST', '/api/v3/microblog/create', { body: { text, images: [] } });
  const second = await spare.runUntil(['spare', 'run'], /following http/, onPort);
  await waitUntil('it has heard of that', () => hasHeard(spare, Date.parse(body.createdAt)));
  assert.doesNotMatch(second.output(), /copy of the database is complete/);

  await service.end('SIGKILL');
  const promoted = await spare.serve(['promote', '--yes'], onPort);
  assert.match(promoted.output(), /can't be asked to step down .*is lost\. Make sure that it is switched off/);
  const again = createClient(promoted.url, `Bearer ${await logIn(promoted)}`);
  assert.equal((await again.send('GET', `/api/v3/microblog/${body.postID}`)).body.text, text);
  // A client that has seen a lost number must not mistake another frame for it.
  const next = await again.send('POST', '/api/v3/microblog/create', { body: { text: 'Here we are', images: [] } });
  assert.ok(next.body.postID > body.postID + 1000, `${next.body.postID} after ${body.postID}`);
  // This also applies to numbers that aren't in the copy yet: no notification was logged before.
  const ahead = await openSocket(promoted.url, '/api/v3/notification/socket?since=2', await logIn(promoted));
  const { resync, seq } = await ahead.next();
  assert.ok(resync === true && Number(seq) > 1000, JSON.stringify({ resync, seq }));
  ahead.close();

  const refused = await server.run(['serve']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has taken over from this machine/);
  const back = await startFollower(server, promoted.url, undefined, {
    environment: { PORT: String(await findFreePort()) },
  });
  assert.equal((await back.end('SIGTERM')).code, 0);
});

const hasHeard = ({ data }: Ship, moment: number): boolean => {
  const { newestCommit = 0, lastAnswer = 0 } = readFollowState(getSpareFolder(data)) ?? {};
  return newestCommit >= moment && lastAnswer > newestCommit;
};

test('a machine promoted with an inconsistent copy reports that once it serves, and continues', async () => {
  const [server, spare] = [createShip(), createShip({ EXTERNAL_URL: 'http://ship.example' })];
  const service = await server.serve();
  damageDatabase(
    server,
    "INSERT INTO user_roles (user_id, role) VALUES ('00000000-0000-4000-8000-000000000000', 'shutternaut')",
  );
  await startFollower(spare, service.url, await createPairingCodeOn(server));
  const promoted = await spare.serve(['promote', '--yes']);
  assert.match(promoted.output(), /Phones connect to http:\/\/ship\.example:/);
  await promoted.says(/user_roles: is a reference to a missing row of users/);
  await spare.run(['job', 'record-state']);
  const status = await spare.run(['status']);
  assert.match(status.stdout, /The promoted data has inconsistencies: `gangway verify` lists them/);
  assert.equal(status.code, 1);
  await logIn(promoted);
});

/** Returns where the table of users begins in the database, and in every copy of it. */
function findUsers({ data }: Ship): { rootpage: number; pageSize: number } {
  const sqlite = new Sqlite(join(data, 'gangway.sqlite'), { readonly: true });
  try {
    const find = sqlite.prepare<[], { rootpage: number; pageSize: number }>(
      "SELECT rootpage, page_size AS pageSize FROM sqlite_schema, pragma_page_size WHERE name = 'users'",
    );
    return find.get() ?? assert.fail('there is no table of users');
  } finally {
    sqlite.close();
  }
}

test('a damaged copy isn’t promoted, and the server keeps serving', async () => {
  const [server, spare] = [createShip(), createShip()];
  // At its end it checkpoints its log into the file, so the log doesn't overwrite the copied pages again.
  await (await server.serve()).end('SIGTERM');
  const service = await server.serve();
  const follower = await startFollower(spare, service.url, await createPairingCodeOn(server));
  await follower.end('SIGTERM');
  const folder = getSpareFolder(spare.data);
  const { current } = readFollowState(folder) ?? {};
  assert.ok(current !== undefined);
  const file = getCopyFile(getSlotFolder(folder, current));
  const bytes = readFileSync(file);
  const { rootpage, pageSize } = findUsers(server);
  // The rows are at the end of the page.
  bytes.fill(0xff, (rootpage - 0.5) * pageSize, rootpage * pageSize);
  writeFileSync(file, bytes);

  const { code, stderr } = await spare.run(['promote', '--yes']);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /The copy is damaged: /);
  assert.ok(!existsSync(join(spare.data, 'gangway.sqlite')), 'it got its place all the same');
  await logIn(service);
  assert.doesNotMatch(service.output(), /taking over/);
});

test('the server isn’t affected until the takeover is confirmed and the spare can serve', async (context) => {
  const [server, spare] = [createShip(), createShip()];
  const port = await findFreePort();
  const service = await server.serve();
  const follower = await startFollower(spare, service.url, await createPairingCodeOn(server), {
    environment: { PORT: String(port) },
  });

  async function refuses(words: readonly string[], reason: RegExp, options: Options = {}): Promise<void> {
    const { code, stdout, stderr } = await spare.run(words, options);
    assert.equal(code, 1, `${stdout}${stderr}`);
    assert.match(`${stdout}${stderr}`, reason);
    assert.doesNotMatch(service.output(), /taking over/);
    await logIn(service);
  }
  await refuses(['promote'], /There's no terminal to confirm on: add --yes/);
  if (onTerminal) {
    const reason =
      /steps down once everything else is ready[\s\S]*Let this machine serve\? \[y\/N\] [\s\S]*Nothing was changed/;
    await refuses(['promote'], reason, { within: onTerminal, input: 'n\n' });
  } else context.diagnostic('there is no `script` to make a terminal with');
  const status = await spare.run(['spare', 'status'], { environment: { PORT: String(port) } });
  assert.match(status.stdout, /this machine follows/, 'the spare has stopped following');

  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = (other.address() as AddressInfo).port;
  await refuses(['promote', '--yes'], new RegExp(`Port ${taken} is in use by another program`), {
    environment: { PORT: String(taken) },
  });
  other.close();
  assert.equal((await follower.ended).code, 0);
});

test('repeating a promotion after a clean hand-over knows that nothing is lost', async () => {
  const [server, spare] = [createShip(), createShip()];
  const onPort = { environment: { PORT: String(await findFreePort()) } };
  const service = await server.serve();
  await startFollower(spare, service.url, await createPairingCodeOn(server), onPort);
  const token = await logIn(service);
  // The command waits forever before it puts the copy in place.
  const pipe = join(spare.data, 'restore-plan.json.draft');
  execFileSync('mkfifo', [pipe]);
  const first = await spare.runUntil(['promote', '--yes'], /has stepped down: nothing is lost/, onPort);
  await first.end('SIGKILL');
  await service.end('SIGKILL');
  rmSync(pipe);

  const served = await spare.run(['serve'], onPort);
  assert.match(served.stderr, /This machine is the spare of/);
  const promoted = await spare.serve(['promote', '--yes'], onPort);
  assert.match(promoted.output(), /stepped down for this machine at \S+: nothing is lost/);
  assert.doesNotMatch(promoted.output(), /is lost\. Make sure/);
  const whoami = await createClient(promoted.url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami');
  assert.equal(whoami.body.username, 'james');
});

test('a server serves again if its spare fails to take over', async () => {
  const [server, spare] = [createShip(), createShip()];
  const onPort = { environment: { PORT: String(await findFreePort()) } };
  const service = await server.serve();
  await startFollower(spare, service.url, await createPairingCodeOn(server), onPort);
  mkdirSync(join(spare.data, 'restore-plan.json.draft'));
  const { code, stdout, stderr } = await spare.run(['promote', '--yes'], onPort);
  assert.equal(code, 1);
  assert.match(stdout, /did not take over: http\S+ serves, and nothing is lost/);
  assert.match(stderr, /is a folder, but a file is required/);
  await service.says(/failed to take over; serving again/);
  await logIn(service);
  assert.match((await spare.run(['serve'], onPort)).stderr, /This machine is the spare of/);
  rmSync(join(spare.data, 'restore-plan.json.draft'), { recursive: true });
  await spare.runUntil(['spare', 'run'], /following http/, onPort);
  const promoted = await spare.serve(['promote', '--yes'], onPort);
  assert.match(promoted.output(), /nothing is lost/);
  assert.equal((await service.ended).code, 1);
});

test('rejects promotion of a machine that has never followed a server', async () => {
  const { code, stderr } = await createShip().run(['promote', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /is not a spare/);
});
