import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { createConfig } from '#config/config.ts';
import { InvalidSetting, readEnvironment, readEnvironmentName } from '#config/env.ts';

type Variables = Record<string, string>;

const createProductionConfig = (variables: Variables = {}) => createConfig('production', variables);

describe('the environment', () => {
  test('is development unless --env or VAPOR_ENV says otherwise, and --env wins', () => {
    assert.equal(readEnvironmentName(undefined, {}), 'development');
    assert.equal(readEnvironmentName(undefined, { VAPOR_ENV: '' }), 'development');
    assert.equal(readEnvironmentName(undefined, { VAPOR_ENV: 'production' }), 'production');
    assert.equal(readEnvironmentName('testing', { VAPOR_ENV: 'production' }), 'testing');
  });

  test('has a plain word as its name, since it names a file', () => {
    for (const name of ['../production', 'a b', '', 'x'.repeat(41)]) {
      assert.throws(() => readEnvironmentName(name, {}), {
        name: 'InvalidSetting',
        message: /^--env must be a plain word/,
      });
    }
    assert.throws(() => readEnvironmentName(undefined, { VAPOR_ENV: 'a/b' }), { message: /^VAPOR_ENV must be/ });
  });

  test('reads NAME.env in the current folder, below the variables of the process', () => {
    const [folder, before] = [mkdtempSync(join(tmpdir(), 'gangway-config-')), process.cwd()];
    try {
      process.chdir(folder);
      writeFileSync('sea.env', '# at sea\nPORT=1234\nLOG_LEVEL="warn"\nEXTERNAL_URL=http://ship\n');
      const variables = readEnvironment('sea', { PORT: '4321', LOG_LEVEL: undefined });
      assert.deepEqual({ ...variables }, { PORT: '4321', LOG_LEVEL: 'warn', EXTERNAL_URL: 'http://ship' });
      assert.deepEqual(readEnvironment('harbour', { PORT: '1' }), { PORT: '1' });
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });

  test('with a custom name behaves like production', () => {
    const { environment: _, ...own } = createConfig('sea-rehearsal', {});
    const { environment: __, ...defaults } = createProductionConfig();
    assert.deepEqual(own, defaults);
    assert.equal(own.isDevelopment, false);
  });
});

describe('without variables', () => {
  test('production listens everywhere, without well-known passwords', () => {
    const config = createProductionConfig();
    assert.equal(config.host, '0.0.0.0');
    assert.equal(config.port, 8081);
    assert.deepEqual(Object.values(config.firstPasswords), [undefined, undefined, undefined, undefined, undefined]);
    assert.equal(config.externalURL, 'http://localhost:8081');
    assert.equal(config.databaseFile, resolve('data/gangway.sqlite'));
    assert.equal(config.folders.images, resolve('data/images'));
    assert.equal(config.nightlyHour, 9);
    assert.deepEqual(config.backups, { folder: undefined, keep: 7 });
    assert.equal(config.updateScheduleJob, true);
    assert.equal(config.lateDayFlip, false);
    assert.equal(config.clientUserHeader, 'X-Client-User');
    assert.equal(config.logLevel, 'info');
    assert.equal(config.tls, undefined);
    assert.deepEqual(config.canonicalHostnames, []);
    assert.deepEqual(config.clientApps, []);
    assert.deepEqual(config.unneededVariables, []);
  });

  for (const name of ['development', 'testing']) {
    test(`${name} listens on loopback, with test passwords`, () => {
      const config = createConfig(name, {});
      assert.equal(config.host, '127.0.0.1');
      assert.equal(config.isDevelopment, true);
      assert.deepEqual(config.firstPasswords, {
        admin: 'password',
        adminRecoveryKey: 'recovery key',
        managementOffice: 'password',
        managementOfficeRecoveryKey: 'recovery key',
        metrics: 'password',
      });
    });
  }
});

describe('every variable', () => {
  test('of the address is read; an empty one counts as unset', () => {
    const config = createProductionConfig({
      PORT: ' 80 ',
      hostname: '10.0.0.1',
      EXTERNAL_URL: 'https://gangway.ship/',
    });
    assert.equal(config.port, 80);
    assert.equal(config.host, '10.0.0.1');
    assert.equal(config.externalURL, 'https://gangway.ship');
    assert.equal(createProductionConfig({ PORT: '' }).port, 8081);
  });

  test('of the address is overridden by options', () => {
    const config = createConfig('production', { PORT: '80', hostname: '10.0.0.1' }, { port: '81', hostname: '::1' });
    assert.equal(config.port, 81);
    assert.equal(config.host, '::1');
  });

  test('of the folders is read', () => {
    const config = createProductionConfig({
      DATA_DIR: '/srv/gangway',
      USER_IMAGES: '/pictures',
      DATABASE_DB: 'ship.sqlite',
    });
    assert.deepEqual(config.folders, {
      data: '/srv/gangway',
      dialects: '/srv/gangway/dialects',
      images: '/pictures',
      secrets: '/srv/gangway/secrets',
      seeds: '/srv/gangway/seeds',
      public: '/srv/gangway/public',
      incoming: '/srv/gangway/incoming',
    });
    assert.equal(config.databaseFile, '/srv/gangway/ship.sqlite');
    assert.equal(
      createProductionConfig({ DATABASE_URL: 'file:/var/db/a.sqlite', DATABASE_DB: 'b' }).databaseFile,
      '/var/db/a.sqlite',
    );
    assert.equal(
      createProductionConfig({ DATABASE_URL: 'file:///var/db/a%20b.sqlite' }).databaseFile,
      '/var/db/a b.sqlite',
    );
    assert.equal(createProductionConfig({ DATABASE_URL: 'file:a.sqlite' }).databaseFile, resolve('a.sqlite'));
  });

  test('of the first accounts is read unchanged; ADMIN_RECOVERY_KEY overrides RECOVERY_KEY', () => {
    const { firstPasswords } = createProductionConfig({
      ADMIN_PASSWORD: ' a b ',
      RECOVERY_KEY: 'one',
      ADMIN_RECOVERY_KEY: 'two',
      THO_PASSWORD: 'three',
      THO_RECOVERY_KEY: 'four',
      PROMETHEUS_PASSWORD: 'five',
    });
    assert.deepEqual(Object.values(firstPasswords), [' a b ', 'two', 'three', 'four', 'five']);
    assert.equal(createProductionConfig({ RECOVERY_KEY: 'one' }).firstPasswords.adminRecoveryKey, 'one');
    assert.equal(createConfig('testing', { ADMIN_PASSWORD: 'mine' }).firstPasswords.admin, 'mine');
  });

  test('of the sailing is read', () => {
    const config = createProductionConfig({
      PORT_TIMEZONE: 'America/Los_Angeles',
      START_DATE: '2026-03-21',
      CRUISE_LENGTH_DAYS: '8',
      NIGHTLY_CRON_HOUR: '0',
      BACKUP_DIR: '/media/usb',
      BACKUP_KEEP: '3',
      ENABLE_UPDATE_SCHEDULE_JOB: 'false',
      ENABLE_LATE_DAY_FLIP: 'TRUE',
    });
    assert.equal(config.portTimeZone, 'America/Los_Angeles');
    assert.equal(config.startDate, '2026-03-21');
    assert.equal(config.cruiseLengthDays, 8);
    assert.equal(config.nightlyHour, 0);
    assert.deepEqual(config.backups, { folder: '/media/usb', keep: 3 });
    assert.equal(config.updateScheduleJob, false);
    assert.equal(config.lateDayFlip, true);
  });

  test('of clients, proxies and the log is read', () => {
    const config = createProductionConfig({
      CANONICAL_HOSTNAMES: 'gangway.ship, 10.0.0.1,',
      CLIENT_APPS: 'kiosk, deck_4',
      CLIENT_USER_HEADER: 'X-On-Behalf-Of',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      LOG_LEVEL: 'Warn',
      TLS_CERT: 'cert.pem',
      TLS_KEY: 'key.pem',
    });
    assert.deepEqual(config.canonicalHostnames, ['gangway.ship', '10.0.0.1']);
    assert.deepEqual(config.clientApps, ['kiosk', 'deck_4']);
    assert.equal(config.clientUserHeader, 'X-On-Behalf-Of');
    assert.deepEqual(config.trustedProxies, ['127.0.0.1', '::1']);
    assert.equal(config.logLevel, 'warn');
    assert.deepEqual(config.tls, { certificateFile: 'cert.pem', keyFile: 'key.pem' });
  });

  test('of a separate database or cache is reported as not needed', () => {
    const variables = {
      DATABASE_HOSTNAME: 'db',
      DATABASE_PORT: 'not even a number',
      DATABASE_USER: 'u',
      DATABASE_PASSWORD: 'p',
      REDIS_URL: 'redis://cache',
      REDIS_HOSTNAME: 'cache',
      REDIS_PORT: '1',
      REDIS_PASSWORD: 'q',
    };
    const { unneededVariables, ...others } = createProductionConfig(variables);
    assert.deepEqual(unneededVariables, Object.keys(variables));
    assert.deepEqual({ ...others, unneededVariables: [] }, createProductionConfig());
  });
});

/** Headers that already have a meaning for this service, browsers or proxies. */
const headersWithMeaning = [
  ...['Authorization', 'cookie', 'Set-Cookie', 'HOST', 'Content-Type', 'Content-Length', 'Transfer-Encoding', 'TE'],
  ...['Trailer', 'Connection', 'Keep-Alive', 'Upgrade', 'Expect', 'Accept', 'Accept-Encoding', 'Accept-Language'],
  ...['Idempotency-Key', 'X-Request-Id', 'If-None-Match', 'If-Range', 'Range', 'Cache-Control', 'Pragma', 'Origin'],
  ...['Referer', 'User-Agent', 'Date', 'Via', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP'],
  ...[
    'Proxy-Authorization',
    'Sec-WebSocket-Protocol',
    'Sec-Fetch-Site',
    'Access-Control-Request-Method',
    'Max-Forwards',
  ],
];

test('CLIENT_USER_HEADER can’t be a header with a meaning of its own, and the error says why', () => {
  assert.throws(
    () => createProductionConfig({ CLIENT_USER_HEADER: 'authorization' }),
    /^InvalidSetting: CLIENT_USER_HEADER must be a header without a meaning of its own, such as X-Client-User, not "authorization"/,
  );
  for (const header of ['X-Client-User', 'X-On-Behalf-Of', 'On-Behalf-Of', 'Passenger'])
    assert.equal(createProductionConfig({ CLIENT_USER_HEADER: header }).clientUserHeader, header);
});

describe('an invalid value stops the start and names the variable', () => {
  const invalid: Record<string, string[]> = {
    PORT: ['-1', '65536', '80a', '1e3'],
    hostname: ['a b', 'http://ship', 'ship/1'],
    EXTERNAL_URL: ['gangway.ship', 'ftp://ship', '/path'],
    DATABASE_URL: ['sqlite:/x', 'postgres://db', 'file:', 'file://host/x', 'file:///%zz'],
    DATABASE_DB: ['a/b', '..', '.hidden', 'a\\b'],
    PORT_TIMEZONE: ['EST5EDT4', 'America/Atlantis', '+05:00 '],
    START_DATE: ['2026-02-30', '21.03.2026', '2026-3-1'],
    CRUISE_LENGTH_DAYS: ['0', '366', 'eight'],
    NIGHTLY_CRON_HOUR: ['24', '9:00'],
    LOW_DISK_MB: ['much', '100', '100,200,300,400', '400,300,200', '0,0'],
    ENABLE_UPDATE_SCHEDULE_JOB: ['maybe'],
    ENABLE_LATE_DAY_FLIP: ['2'],
    CANONICAL_HOSTNAMES: ['gangway.ship, a b'],
    CLIENT_APPS: ['Kiosk', 'a b'],
    CLIENT_USER_HEADER: ['X User', 'x:y', ...headersWithMeaning],
    TRUSTED_PROXIES: ['127.0.0.1, proxy.ship'],
    LOG_LEVEL: ['loud'],
    TLS_CERT: ['cert.pem'],
    TLS_KEY: ['key.pem'],
  };
  for (const [variable, values] of Object.entries(invalid)) {
    test(variable, () => {
      for (const value of values) {
        // Certificate and key require each other, so the error is about the missing one.
        const named = { TLS_CERT: 'TLS_KEY', TLS_KEY: 'TLS_CERT' }[variable] ?? variable;
        assert.throws(
          () => createProductionConfig({ [variable]: value }),
          (error) => error instanceof InvalidSetting && error.message.startsWith(`${named} must `),
          value,
        );
      }
    });
  }
});
