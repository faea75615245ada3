import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createClient } from '../support/client.ts';
import { onTerminal } from '../support/terminal.ts';
import { basicAuthorization, createShip, getErrorSentence, logIn } from './support.ts';

describe('a production start', { concurrency: 4 }, () => {
  test('prints a generated password once, on its own line, and it works', async () => {
    const ship = createShip({ VAPOR_ENV: 'production' });
    const first = await ship.serve();
    const passwords = [...first.output().matchAll(/^password (\S+)$/gm)].map(([, password = '']) => password);
    assert.equal(passwords.length, 1);
    const [password = ''] = passwords;
    assert.ok(password.length >= 16, password);
    await logIn(first.url, 'admin', password);
    assert.equal((await first.end('SIGTERM')).code, 0);

    const second = await ship.serve();
    assert.doesNotMatch(second.output(), /password/);
    assert.ok(!second.output().includes(password));
    await logIn(second.url, 'admin', password);
  });

  test('shows a terminal the address for phones, also as a QR code', { skip: !onTerminal }, async () => {
    assert.ok(onTerminal);
    const service = await createShip().serve(['serve'], { within: onTerminal });
    await service.says(/▄/);
    assert.match(service.output(), /On board: http/);
    await service.end('SIGTERM');
  });

  test('uses ADMIN_PASSWORD, prints no password, and creates no test accounts', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: ' with spaces ' });
    const service = await ship.serve();
    assert.doesNotMatch(service.output(), /password/);
    await logIn(service.url, 'admin', ' with spaces ');
    const james = await createClient(service.url, basicAuthorization('james', 'password')).send(
      'POST',
      '/api/v3/auth/login',
    );
    assert.equal(james.status, 401);
  });

  test('listens on all interfaces and logs JSON lines', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password' });
    const service = await ship.serve();
    assert.equal(new URL(service.url).hostname, 'localhost');
    assert.match(service.output(), /"msg":"EXTERNAL_URL is not set/);
    assert.match(
      service.output(),
      /"msg":"ready at http:\/\/localhost:\d+ and for (?:phones at http|this machine only)/,
    );
    for (const line of service.output().trim().split('\n')) assert.equal(typeof JSON.parse(line).msg, 'string', line);
  });

  test('behaves the same in a custom environment, whose file the process’s variables override', async () => {
    const ship = createShip({ VAPOR_ENV: 'sea-rehearsal', LOG_LEVEL: 'info' });
    ship.file('sea-rehearsal.env', 'ADMIN_PASSWORD="from the file"\nLOG_LEVEL=nonsense\nREDIS_HOSTNAME=cache\n');
    const service = await ship.serve();
    await logIn(service.url, 'admin', 'from the file');
    assert.match(service.output(), /"environment":"sea-rehearsal"/);
    assert.match(
      service.output(),
      /"msg":"ignoring variables that the embedded database doesn't need: REDIS_HOSTNAME"/,
    );
    const heidi = await createClient(service.url, basicAuthorization('heidi', 'password')).send(
      'POST',
      '/api/v3/auth/login',
    );
    assert.equal(heidi.status, 401);
  });
});

describe('a start in development or testing', { concurrency: 4 }, () => {
  test('serves on loopback without a command, with test accounts', async () => {
    const ship = createShip({ VAPOR_ENV: '' });
    const service = await ship.serve([]);
    assert.equal(new URL(service.url).hostname, '127.0.0.1');
    assert.match(service.output(), /environment: "development"/);
    for (const name of ['admin', 'THO', 'james', 'heidi', 'sam', 'verified']) await logIn(service.url, name);
  });

  test('honours ADMIN_PASSWORD', async () => {
    const service = await createShip({ ADMIN_PASSWORD: 'of my own' }).serve();
    await logIn(service.url, 'admin', 'of my own');
    const withDefault = await createClient(service.url, basicAuthorization('admin', 'password')).send(
      'POST',
      '/api/v3/auth/login',
    );
    assert.equal(withDefault.status, 401);
  });

  test('prefers --env, --hostname and --port to the variables', async () => {
    const ship = createShip({ VAPOR_ENV: 'production', hostname: '0.0.0.0', PORT: '1' });
    const service = await ship.serve(['serve', '--env', 'testing', '--hostname', 'localhost', '--port', '0']);
    assert.equal(new URL(service.url).hostname, 'localhost');
    await logIn(service.url, 'james');
  });
});

describe('an impossible start', { concurrency: 4 }, () => {
  test('is rejected next to a running service, which continues', async () => {
    const ship = createShip();
    const service = await ship.serve();
    const second = await ship.run(['serve']);
    assert.equal(second.code, 1);
    assert.match(getErrorSentence(second), /^gangway: A service is already running on .*data: stop it first/);
    await logIn(service.url, 'james');
  });

  test('is rejected in production on a folder with well-known passwords, and the other way round', async () => {
    const development = createShip();
    await (await development.serve()).end('SIGTERM');
    const asProduction = await development.run(['serve', '--env', 'production']);
    assert.equal(asProduction.code, 1);
    assert.match(getErrorSentence(asProduction), /was made in testing, and it has accounts with well-known passwords/);

    const production = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password' });
    await (await production.serve()).end('SIGTERM');
    const asDevelopment = await production.run(['serve', '--env', 'development']);
    assert.equal(asDevelopment.code, 1);
    assert.match(
      getErrorSentence(asDevelopment),
      /was made in production, and starting it in development would add accounts/,
    );
    const accounts = await production.run(['user', 'list']);
    assert.doesNotMatch(accounts.stdout, /james/);
  });

  test('is rejected next to a service with the same database in another data folder', async () => {
    const first = createShip();
    const service = await first.serve();
    const link = join(first.folder, 'link.sqlite');
    symlinkSync(join(first.data, 'gangway.sqlite'), link);
    for (const file of [join(first.data, 'gangway.sqlite'), link]) {
      const other = createShip({ DATABASE_URL: `file:${file}` });
      for (const words of [['serve'], ['migrate']]) {
        const outcome = await other.run(words);
        assert.equal(outcome.code, 1, words.join(' '));
        assert.match(getErrorSentence(outcome), /^gangway: A service is already running on .*sqlite: stop it first/);
      }
    }
    await logIn(service.url, 'james');
  });

  test('is rejected if the database is missing but not its secrets, by each command that would create one', async () => {
    const ship = createShip();
    await (await ship.serve()).end('SIGTERM');
    const database = join(ship.data, 'gangway.sqlite');
    renameSync(database, `${database}.lost`);
    for (const prepare of [() => {}, () => writeFileSync(database, '')]) {
      prepare();
      for (const words of [['serve'], ['migrate'], ['import', 'regcodes', ship.file('codes.txt', 'ABC ABC\n')]]) {
        const outcome = await ship.run(words);
        assert.equal(outcome.code, 1, words.join(' '));
        assert.match(
          getErrorSentence(outcome),
          /gangway\.sqlite is missing or empty.*`gangway restore`.*move that folder away/,
        );
      }
    }
    renameSync(`${database}.lost`, database);
    await (await ship.serve()).end('SIGTERM');
    rmSync(database);
    renameSync(join(ship.data, 'secrets'), join(ship.data, 'secrets-of-the-last-cruise'));
    await logIn((await ship.serve()).url, 'james');
  });

  test('is rejected in development if others could use its well-known passwords, unless forced', async () => {
    for (const host of ['0.0.0.0', '::', '10.1.2.3', 'gangway.example']) {
      const outcome = await createShip().run(['serve', '--hostname', host]);
      assert.equal(outcome.code, 2);
      assert.match(
        getErrorSentence(outcome),
        /^gangway: hostname .*accounts with well-known passwords.*--env production, or --force/,
      );
    }
    const forced = await createShip({ hostname: '0.0.0.0' }).serve(['--force']);
    await logIn(forced.url, 'james');
    for (const host of ['127.0.0.1', '::1', 'localhost']) await createShip({ hostname: host }).serve();
  });

  test('names a port that’s in use, before it creates accounts and prints their password', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const ship = createShip({ VAPOR_ENV: 'production', hostname: '127.0.0.1', PORT: String(address.port) });
    const outcome = await ship.run(['serve']);
    other.close();
    assert.equal(outcome.code, 1);
    assert.doesNotMatch(outcome.stdout, /password/);
    const database = new Sqlite(join(ship.data, 'gangway.sqlite'), { readonly: true });
    assert.equal(database.prepare('SELECT count(*) FROM users').pluck().get(), 0);
    database.close();
    assert.match(getErrorSentence(outcome), new RegExp(`^gangway: Port ${address.port} is in use by another program`));
  });

  const settings: [variables: Record<string, string>, complaint: RegExp][] = [
    [{ PORT: '70000' }, /PORT must be a whole number from 0 to 65535, not "70000"/],
    [{ PORT_TIMEZONE: 'Ship/Time' }, /PORT_TIMEZONE must be an IANA time zone/],
    [{ TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, /TLS_CERT must name a file that this user can read, not cert\.pem/],
    [{ DATABASE_URL: 'postgres://db/gangway' }, /DATABASE_URL must be a file: path/],
  ];
  for (const [variables, complaint] of settings) {
    test(`names ${Object.keys(variables)[0]} when its value is invalid`, async () => {
      const outcome = await createShip(variables).run(['serve']);
      assert.equal(outcome.code, 2);
      assert.match(getErrorSentence(outcome), complaint);
    });
  }

  test('names TLS_CERT if certificate and key are invalid', async () => {
    const ship = createShip({ TLS_CERT: 'cert.pem', TLS_KEY: 'cert.pem' });
    ship.file('cert.pem', 'no certificate');
    const outcome = await ship.run(['serve']);
    assert.equal(outcome.code, 2);
    assert.match(getErrorSentence(outcome), /TLS_CERT and TLS_KEY must be a certificate and its key/);
  });

  test('says that the data folder can’t be a file', async () => {
    const ship = createShip();
    ship.file('data', 'no folder');
    const outcome = await ship.run(['serve']);
    assert.equal(outcome.code, 1);
    assert.match(getErrorSentence(outcome), /data can't be created as a folder because a file with that name exists/);
  });
});
