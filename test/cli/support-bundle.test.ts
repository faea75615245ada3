import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { writeFence } from '#spare/fence.ts';
import { recordCleanHandover } from '#spare/follower/clean-hand-over.ts';
import { getSpareFolder } from '#spare/follower/slots.ts';
import { createPairingCode, replacePeer, type StoredPairing, savePairing } from '#spare/wire/pairing.ts';
import { createPairingCodeOn } from '../durability/two-machines.ts';
import { createClient } from '../support/client.ts';
import { unzip } from '../support/zip.ts';
import { createShip, logIn, type Ship } from './support.ts';

const adminPassword = 'Sesame-Open-42';
const recoveryKey = 'three words of gold';
const privateWords = ['gyroscope', 'marmalade', 'periwinkle', 'zeppelin', 'zanzibar'] as const;

/** Reads all files in a bundle, by name without the folder. */
async function readBundle(file: string): Promise<Record<string, string>> {
  const entries = await unzip(readFileSync(file));
  return Object.fromEntries([...entries].map(([path, bytes]) => [path.split('/')[1] ?? '', bytes.toString()]));
}

/** Runs a server in use: users have written, searched, logged in and mistyped a code, and a spare is paired. */
async function serveAndUse(ship: Ship) {
  const codes = ship.file('codes.txt', 'QX7 RT2\nZZ9 YY8\n');
  const service = await ship.serve();
  assert.equal((await ship.run(['import', 'regcodes', codes])).code, 0);
  const code = await createPairingCodeOn(ship);
  const admin = await logIn(service.url, 'admin', adminPassword);
  await admin.send('GET', '/api/v3/user/whoami');
  const made = await createClient(service.url).send('POST', '/api/v3/user/create', {
    body: { username: 'rowdy', password: 'rowdy password', verification: 'QX7RT2' },
  });
  assert.equal(made.status, 201, made.reason);
  const rowdy = await logIn(service.url, 'rowdy', 'rowdy password');
  const post = { text: `The ${privateWords[0]} is in the bar #${privateWords[3]}`, images: [] };
  assert.equal((await rowdy.send('POST', '/api/v3/microblog/create', { body: post })).status, 201);
  await rowdy.send('GET', `/api/v3/microblog/search/${privateWords[1]}`);
  await rowdy.send('POST', `/api/v3/user/alertwords/add/${privateWords[2]}`);
  const incident = await rowdy.send('POST', '/api/v3/incidents', {
    body: { what: `It happened in ${privateWords[4]}` },
  });
  assert.equal(incident.status, 201);
  await ship.run(['job', 'sample-box']);
  await ship.run(['job', 'record-state']);
  return { service, secrets: [code, admin.token, rowdy.token, made.body.recoveryKey as string] };
}

test('a bundle has what support needs, but no secrets, passengers’ content or names', async () => {
  const environment = { ADMIN_PASSWORD: adminPassword, RECOVERY_KEY: recoveryKey, PROMETHEUS_PASSWORD: 'metrics-word' };
  const ship = createShip({ VAPOR_ENV: 'production', LOG_LEVEL: 'debug', hostname: '127.0.0.1', ...environment });
  const { service, secrets } = await serveAndUse(ship);
  const database = new Sqlite(join(ship.data, 'gangway.sqlite'));
  database.exec('UPDATE hashtags SET public_posts = 9');
  database.close();
  const file = join(ship.folder, 'bundle.zip');
  const made = await ship.run(['support-bundle', file, '--verify']);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^log\.jsonl +the last lines.*^Not included: passwords, keys, tokens/ms);
  const files = await readBundle(file);
  assert.deepEqual(Object.keys(files).sort(), [
    'README.txt',
    'history.json',
    'log.jsonl',
    'settings.json',
    'spare.json',
    'status.json',
    'verify.json',
    'versions.json',
  ]);
  assert.equal(JSON.parse(files['status.json'] ?? '').service, 'running');
  assert.ok(JSON.parse(files['status.json'] ?? '').jobs.length > 5);
  assert.ok(JSON.parse(files['history.json'] ?? '').length > 0);
  assert.equal(JSON.parse(files['settings.json'] ?? '').settings.environment, 'production');
  assert.equal(JSON.parse(files['settings.json'] ?? '').serverSettings.maximumForums, 200);
  assert.equal(JSON.parse(files['spare.json'] ?? '').isPaired, true);
  assert.equal(JSON.parse(files['verify.json'] ?? '')['public posts with'], 1);
  assert.match(files['log.jsonl'] ?? '', /"msg":"ready at http:/);
  assert.match(files['log.jsonl'] ?? '', /"path":"\/api\/v3\/microblog\/search\/…"/);
  // Callers get pseudonyms in the bundle; built-in accounts keep their names.
  assert.match(files['log.jsonl'] ?? '', /"account":"passenger-1"/);
  assert.match(files['log.jsonl'] ?? '', /"account":"admin"/);
  assert.doesNotMatch(Object.values(files).join('\n'), /rowdy/i);

  const key = readFileSync(join(ship.data, 'secrets/token.key'), 'utf8').trim();
  const all = Object.values(files).join('\n');
  const known = [...secrets, key, adminPassword, recoveryKey, 'metrics-word', 'rowdy password', ...privateWords];
  for (const secret of known) assert.ok(secret !== '' && !all.includes(secret), `${secret} is in the bundle`);
  // The bundle reveals neither that a report was filed nor its content (moderation rule S10).
  for (const name of ['log.jsonl', 'status.json', 'history.json'])
    assert.doesNotMatch(files[name] ?? '', /\/incident/i);
  assert.doesNotMatch(all, /qx7 ?rt2|zz9 ?yy8/i);
  await service.end('SIGTERM');
});

test('it contains possible successors and damaged files, but not the pairing code', async () => {
  const ship = createShip();
  const service = await ship.serve();
  await service.end('SIGTERM');
  const code = createPairingCode();
  const peers = ['http://10.0.0.9:8081', 'http://10.0.0.8:8081', 'http://10.0.0.7:8081'];
  const secretsFolder = join(ship.data, 'secrets');
  savePairing(secretsFolder, peers.reduceRight<StoredPairing>(replacePeer, { code }));
  const readSpare = async () => {
    const { code: status, stderr } = await ship.run(['support-bundle', 'bundle.zip', '--force']);
    assert.equal(status, 0, stderr);
    const { 'spare.json': spare = '' } = await readBundle(join(ship.folder, 'bundle.zip'));
    assert.ok(!spare.includes(code));
    return JSON.parse(spare);
  };
  const [peer, ...formerPeers] = peers;
  assert.deepEqual(await readSpare(), { isPaired: true, peer, formerPeers, generation: 1 });

  writeFence(ship.data, 2, 'http://10.0.0.9:8081');
  mkdirSync(getSpareFolder(ship.data));
  recordCleanHandover(getSpareFolder(ship.data));
  const { replaced, handedOver } = await readSpare();
  assert.match(replaced, /^http:\/\/10\.0\.0\.9:8081 has taken over from this machine at \S+ \(generation 2\)/);
  assert.ok(Date.parse(handedOver) > 0);

  writeFileSync(join(secretsFolder, 'spare.json'), '{"code":');
  const { isPaired, damaged } = await readSpare();
  assert.equal(isPaired, false);
  assert.match(damaged.join(), /secrets\/spare\.json is damaged: pair the machines again/);
});

test('removes secrets that got into the log anyway', async () => {
  const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: adminPassword, hostname: '127.0.0.1' });
  const { service, secrets } = await serveAndUse(ship);
  await service.end('SIGTERM');
  const key = readFileSync(join(ship.data, 'secrets/token.key'), 'utf8').trim();
  const spilled = [...secrets.slice(0, 3), key, adminPassword, 'qx7rt2', 'ZZ9 YY8'];
  const lines = spilled.map((secret) => JSON.stringify({ level: 50, msg: `found ${secret} here` }));
  const address = { level: 50, msg: 'fetching https://crew:hunter2@shore.example/feed.ics?key=hunter3 failed' };
  writeFileSync(join(ship.data, 'log/service.log'), `${[...lines, JSON.stringify(address)].join('\n')}\n`, {
    flag: 'a',
  });
  assert.equal((await ship.run(['support-bundle', 'bundle.zip'])).code, 0);
  const { 'log.jsonl': log = '' } = await readBundle(join(ship.folder, 'bundle.zip'));
  for (const secret of [...spilled, 'hunter2', 'hunter3']) assert.ok(!log.includes(secret), `${secret} is in the log`);
  assert.equal(log.match(/found \[redacted\] here/g)?.length, spilled.length);
});

test('it overwrites no file without --force, and needs no service or readable database', async () => {
  const ship = createShip();
  const service = await ship.serve();
  await service.end('SIGKILL');
  assert.equal((await ship.run(['support-bundle', 'bundle.zip'])).code, 0);
  const again = await ship.run(['support-bundle', 'bundle.zip']);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /already exists: choose another file, or add --force to replace it/);
  writeFileSync(
    join(ship.data, 'gangway.sqlite'),
    'no database at all, but long enough to be looked at as one'.repeat(99),
  );
  const damaged = await ship.run(['support-bundle', 'bundle.zip', '--force']);
  assert.equal(damaged.code, 0, damaged.stderr);
  assert.match(damaged.stderr, /the database's data is not included/);
  const { 'status.json': status = '{}', 'log.jsonl': log } = await readBundle(join(ship.folder, 'bundle.zip'));
  assert.equal(JSON.parse(status).service, 'killed');
  assert.match(log ?? '', /"msg":"ready at http:/);
});

test('a restarted service continues the history of the day', async () => {
  const ship = createShip();
  const first = await ship.serve();
  await ship.run(['job', 'sample-box']);
  await first.end('SIGTERM');
  const second = await ship.serve();
  const admin = await logIn(second.url, 'admin');
  const { body } = await admin.send('GET', '/api/v3/admin/box/history');
  assert.equal(body.samples.length, 1);
});
