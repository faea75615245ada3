import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type ReadinessLineName, readinessLineNames } from '#contract/readiness.ts';
import type { CrowdReport } from '#crowd/measure-crowd.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createLinkServer, isLinkUpgrade } from '#spare/wire/link-server.ts';
import { createPairingCode, savePairing } from '#spare/wire/pairing.ts';
import type { ReadinessData } from '#staff/server-state/records.ts';
import { findFreePort } from '../../build/running/free-port.ts';
import { createPairingCodeOn, startFollower } from '../durability/two-machines.ts';
import { waitUntil } from '../support/processes.ts';
import { createShip, type RunningService, readUntil, type Ship } from './support.ts';

/** A certificate authority and its certificate for these tests only; nothing else trusts it. */
const certificates = join(import.meta.dirname, 'certificates');
/** This doesn't look like a loopback address, which phones couldn't reach, but calls to it stay on this machine. */
const outsideHost = '0.0.0.0';

type Expected = Partial<Record<ReadinessLineName, readonly [sentence: RegExp, command?: RegExp]>>;

/** A ship in port; a test can change its settings. */
interface ShipInPort {
  readonly ship: Ship;
  readonly url: string;
  readonly settings: Record<string, string>;
  run(...words: string[]): Promise<string>;
  read(): Promise<ReadinessData>;
  /** Throws unless the checklist has exactly these open lines, with these sentences and commands. */
  expectTodo(expected: Expected): Promise<ReadinessData>;
}

async function createShipInPort(): Promise<ShipInPort> {
  const port = String(await findFreePort());
  const ship = createShip({
    ...{ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password', PORT: port, LOW_DISK_MB: '4,3,2,1' },
    ...{ TLS_CERT: 'certificate.pem', TLS_KEY: 'key.pem', NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem') },
  });
  installCertificate(ship, 'ship');
  const settings: Record<string, string> = {};
  const units = join(ship.folder, 'units');
  const options = { environment: settings };
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await ship.run(words, options);
    assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  const read = async () => {
    const { code, stdout, stderr } = await ship.run(['ready', '--json', '--units', units], options);
    assert.ok(code === 0 || code === 1, stderr);
    const found: ReadinessData = JSON.parse(stdout);
    assert.equal(found.isReady, code === 0);
    assert.deepEqual(
      found.lines.map(({ name }) => name),
      readinessLineNames,
    );
    return found;
  };
  return {
    ship,
    settings,
    run,
    read,
    url: `https://${outsideHost}:${port}`,
    async expectTodo(expected) {
      const found = await readUntil(read, ({ lines }) => isAsExpected(lines, expected));
      const todo = found.lines.filter(({ state }) => state === 'todo');
      assert.deepEqual(
        Object.fromEntries(todo.map(({ name, faults }) => [name, faults])),
        describeExpected(todo, expected),
      );
      return found;
    },
  };
}

type Line = ReadinessData['lines'][number];

const isExpectedLine = ({ name, faults }: Line, expected: Expected): boolean => {
  const [sentence, command] = expected[name] ?? [];
  return faults.some(
    (fault) =>
      sentence?.test(fault.sentence) && (command ? command.test(fault.command ?? '') : fault.command === undefined),
  );
};

const isAsExpected = (lines: readonly Line[], expected: Expected): boolean =>
  lines.every((line) => (expected[line.name] ? isExpectedLine(line, expected) : line.state !== 'todo'));

/** Replaces expected lines by the actual ones, so that a comparison shows only unexpected ones. */
const describeExpected = (todo: readonly Line[], expected: Expected) =>
  Object.fromEntries(
    Object.entries(expected).map(([name, words]) => {
      const line = todo.find((one) => one.name === name);
      return [name, line && isExpectedLine(line, expected) ? line.faults : words];
    }),
  );

function installCertificate({ folder }: Ship, name: 'ship' | 'other-name' | 'ended'): void {
  copyFileSync(join(certificates, `${name}.pem`), join(folder, 'certificate.pem'));
  copyFileSync(join(certificates, 'key.pem'), join(folder, 'key.pem'));
  chmodSync(join(folder, 'key.pem'), 0o600);
}

/** Enables the unit like `systemctl enable`. */
function enableUnit({ folder }: Ship): void {
  const wants = join(folder, 'units', 'multi-user.target.wants');
  mkdirSync(wants, { recursive: true });
  symlinkSync(join(folder, 'units', 'gangway.service'), join(wants, 'gangway.service'));
}

/** Returns a folder on another disk than temporary files; undefined if there is none. */
function findOtherDisk(): string | undefined {
  const memory = '/dev/shm';
  if (!existsSync(memory) || statSync(memory).dev === statSync(tmpdir()).dev) return undefined;
  const folder = mkdtempSync(join(memory, 'gangway-usb-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a paired machine that runs an older version; returns its address. */
async function startOlderSpare({ data }: Ship): Promise<string> {
  const code = createPairingCode();
  const state = { role: 'follows', version: '0.9.0', generation: 1, isWell: true, lines: [] } as const;
  const links = createLinkServer({
    readCode: () => code,
    readPeers: () => [],
    answer: async () => ({ head: state }),
    clock: systemClock,
  });
  const { createServer } = await import('node:http');
  const server = createServer({ shouldUpgradeCallback: isLinkUpgrade });
  server.on('upgrade', (incoming, _socket, head) => links.accept(incoming, head));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => {
    links.close();
    server.close();
  });
  // TCP servers have an AddressInfo.
  const peer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  savePairing(join(data, 'secrets'), { code, peer });
  return peer;
}

/** Starts a server that accepts connections and never responds; returns its address. */
async function startSilentServer(): Promise<string> {
  const server = createTcpServer(() => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `https://${outsideHost}:${port}`;
}

/** Starts a proxy in front of the service that forwards upgrades once that's switched on; returns its address. */
async function startProxy(port: number): Promise<{ url: string; passUpgrades: () => void }> {
  let passesUpgrades = false;
  const tls = { cert: readFileSync(join(certificates, 'ship.pem')), key: readFileSync(join(certificates, 'key.pem')) };
  const server = createServer({ ...tls, shouldUpgradeCallback: () => passesUpgrades }, (incoming, outgoing) => {
    const {
      url: path = '',
      method,
      headers: { upgrade: _, connection: __, ...headers },
    } = incoming;
    const passed = request({ host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false }, (response) =>
      response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers)),
    );
    incoming.pipe(passed);
  });
  server.on('upgrade', async (incoming, socket, head: Buffer) => {
    const { connect: connectSecurely } = await import('node:tls');
    const behind = connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const headers = incoming.rawHeaders.flatMap((word, index, all) =>
        index % 2 === 0 ? [`${word}: ${all[index + 1]}\r\n`] : [],
      );
      behind.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => server.close());
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://${outsideHost}:${own}`,
    passUpgrades() {
      passesUpgrades = true;
    },
  };
}

const dayMilliseconds = 24 * 60 * 60_000;
const formatDateInDays = (days: number): string =>
  new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10);

/** Follows every sentence on a fresh ship; returns the service and the spare. */
async function followAllAdvice(
  { ship, settings, run, url }: ShipInPort,
  service: RunningService,
): Promise<RunningService> {
  const sailing = await ship.run(['generate-schedule'], {
    environment: { START_DATE: formatDateInDays(3), CRUISE_LENGTH_DAYS: '8' },
  });
  await run('import', 'timezones', ship.file('zones.txt', '20250101T000000Z\tEST\tAmerica/New_York\n'));
  await run('import', 'schedule', ship.file('schedule.ics', sailing.stdout));
  await run('import', 'regcodes', ship.file('codes.txt', 'ABC ABC\nBCD BCD\nCDE CDE\n'));
  Object.assign(settings, { EXTERNAL_URL: url, EXPECTED_PEOPLE: '3' });
  await run('service', 'install', '--yes', '--user', 'root', '--to', join(ship.folder, 'units'));
  enableUnit(ship);
  const spare = createShip({ PORT: String(await findFreePort()) });
  const follower = await startFollower(spare, service.url, await createPairingCodeOn(ship));
  const onSpare = await spare.run(['ready']);
  assert.equal(onSpare.code, 1);
  assert.match(onSpare.stderr, /This machine is the spare: run `gangway ready` on the server/);
  return follower;
}

describe('gangway ready', { concurrency: 2 }, () => {
  test('says for a new ship line by line what to do, and passes once that’s done (moderation rule A38)', async () => {
    const port = await createShipInPort();
    const { ship, settings, expectTodo, run } = port;
    const usb = findOtherDisk();
    mkdirSync(join(ship.folder, 'units'));
    const service = await ship.serve(['serve'], { environment: usb ? { BACKUP_DIR: usb } : {} });
    await expectTodo({
      clock: [/^The dates of the sailing are unknown/, /import schedule/],
      zones: [/^There are no clock changes yet/, /import timezones/],
      schedule: [/^There are no events/, /import schedule/],
      codes: [/^0 codes are imported, but the number of people expected is unknown: set EXPECTED_PEOPLE\.$/],
      address: [/^EXTERNAL_URL is not set/],
      certificate: [/^EXTERNAL_URL doesn't start with https:/],
      backup: [/^BACKUP_DIR is not set/],
      spare: [/^No second machine is ready to take over\.$/, /^gangway spare pair$/],
      unit: [
        /gangway\.service doesn't exist, so the service won't start after a reboot\.$/,
        /^sudo gangway service install --env \w+$/,
      ],
    });
    const older = await startOlderSpare(ship);
    const { lines } = await expectTodo({
      clock: [/./, /./],
      zones: [/./, /./],
      schedule: [/./, /./],
      codes: [/./],
      address: [/./],
      certificate: [/./],
      backup: [/./],
      spare: [/is not connected|No spare is connected to this machine/, /^gangway spare status$/],
      version: [/^This machine runs \S+, the spare 0\.9\.0: copy this program to the spare/, /^gangway spare run$/],
      unit: [/./, /./],
    });
    assert.match(JSON.stringify(lines), new RegExp(older));
    const follower = await followAllAdvice(port, service);
    if (usb) {
      settings.BACKUP_DIR = usb;
      await expectTodo({ backup: [/^No backup has been verified yet\.$/, /^gangway job back-up$/] });
      await run('job', 'back-up');
    } else settings.READY_WITHOUT = 'backup';
    const { lines: done } = await expectTodo({});
    assert.deepEqual(
      done.filter(({ faults, sentence }) => faults.length === 0 && !/^[A-Z\d].*\.$/.test(sentence)),
      [],
      'every line is a sentence',
    );
    const inWords = await ship.run(['ready', '--units', join(ship.folder, 'units')], { environment: settings });
    assert.equal(inWords.code, 0, inWords.stdout);
    assert.match(
      inWords.stdout,
      /^ready +Clock +It is .* UTC; the sailing starts in \d days \(\d{4}-.., 8 days\)\.$|^ready +Clock/m,
    );
    assert.match(inWords.stdout, /\nEverything is ready for the sailing\.\n$/);
    await breakAndFixEach(port, service, follower, usb);
  });

  test('says how to start a service that no unit starts', async () => {
    const ship = createShip();
    await (await ship.serve()).end('SIGTERM');
    const { stdout } = await ship.run(['ready', '--units', ship.folder]);
    assert.match(stdout, /^TO DO +Service +No service is running here\.\n +gangway serve --env \w+$/m);
  });

  test('says what’s wrong with a unit, and passes once it’s installed again', async () => {
    const ship = createShip();
    await (await ship.serve()).end('SIGTERM');
    const units = join(ship.folder, 'units');
    const file = join(units, 'gangway.service');
    mkdirSync(units);
    const install = async () => {
      const { code, stderr } = await ship.run(['service', 'install', '--yes', '--user', 'root', '--to', units]);
      assert.equal(code, 0, stderr);
    };
    const readLine = async () => {
      const { lines }: ReadinessData = JSON.parse((await ship.run(['ready', '--json', '--units', units])).stdout);
      return lines.find(({ name }) => name === 'unit');
    };
    await install();
    enableUnit(ship);
    const sound = readFileSync(file, 'utf8');
    for (const [broken, sentence] of [
      [sound.replace(/DATA_DIR=[^"\n]*/, 'DATA_DIR=/nowhere'), /gangway\.service is for a different data folder than /],
      [sound.replace(/^ExecStart=\S+/m, 'ExecStart=/nowhere'), /starts \/nowhere, which is missing or can't be run\.$/],
    ] as const) {
      writeFileSync(file, broken);
      const [fault] = (await readLine())?.faults ?? [];
      assert.match(fault?.sentence ?? '', sentence);
      assert.match(fault?.command ?? '', /^sudo gangway service install --env \w+$/);
      await install();
      assert.equal((await readLine())?.state, 'ready');
    }
  });

  test('requires a database, and creates none', async () => {
    const ship = createShip();
    const { code, stderr } = await ship.run(['ready']);
    assert.equal(code, 1);
    assert.match(stderr, /No database at .* yet/);
    assert.equal(existsSync(ship.data), false);
  });
});

/** Returns the mode and content hash of every file below a folder. */
function hashFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const found = statSync(join(folder, name));
      const bytes = found.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
        : '';
      return `${name} ${found.mode} ${bytes}`;
    });
}

describe('gangway ready --people', { concurrency: 2 }, () => {
  test('uses its own copy of the data, and doesn’t change the sailing’s data', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'gangway-scratch-'));
    after(() => rmSync(temporary, { recursive: true, force: true }));
    const ship = createShip({ VAPOR_ENV: 'production', ADMIN_PASSWORD: 'a password', TMPDIR: temporary });
    await (await ship.serve()).end('SIGTERM');
    // Without the lock file, the folder is as after an import: no service has run in it.
    rmSync(join(ship.data, 'service.lock'));
    const before = hashFiles(ship.data);
    const { code, stdout, stderr } = await ship.run(['ready', '--people', '60', '--minutes', '0.1', '--json']);
    assert.equal(code, 1, stderr);
    const { crowd }: { crowd: CrowdReport } = JSON.parse(stdout);
    assert.equal(crowd.people, 60);
    // The load test's speed on this machine doesn't matter, but no call may fail.
    assert.deepEqual(
      crowd.stages.map(({ people, calls, failures, failure }) => [people, calls > 0, failures, failure]),
      [15, 30, 45, 60].slice(0, crowd.stages.length).map((people) => [people, true, 0, undefined]),
    );
    assert.deepEqual(hashFiles(ship.data), before);
    assert.deepEqual(readdirSync(temporary), []);
    for (const words of [
      ['--people', '0'],
      ['--people', '1.5'],
      ['--minutes', '0'],
    ])
      assert.equal((await ship.run(['ready', ...words])).code, 2, words.join(' '));
  });

  test('lets another machine with the code simulate the crowd', async () => {
    const [box, laptop] = [createShip(), createShip()];
    await (await box.serve()).end('SIGTERM');
    const words = ['ready', '--people', '8', '--minutes', '0.05', '--from-laptop'];
    const waiting = await box.runUntil(words, /gangway crowd (http:\S+)\n/);
    const url = waiting.url.replace('THIS-MACHINE', '127.0.0.1');
    const [, code = ''] = /Enter this code when asked: (\S+)/.exec(waiting.output()) ?? [];
    const stranger = await laptop.run(['crowd', url], { input: `${createPairingCode()}\n` });
    assert.equal(stranger.code, 1);
    assert.match(
      stranger.stderr,
      /: check the address and the code, and that `gangway ready --from-laptop` is waiting\.$/m,
    );
    const tried = await laptop.run(['crowd', url], { input: `${code}\n` });
    assert.match(tried.stdout, /^This machine can serve \d(?: of 8)? people/, tried.stderr);
    await waiting.ended;
    const [said = ''] = tried.stdout.split('\n');
    assert.ok(waiting.output().includes(said), waiting.output());
    assert.equal(existsSync(laptop.data), false);
    assert.equal((await laptop.run(['crowd', 'box'], { input: `${code}\n` })).code, 2);
    assert.equal((await laptop.run(['crowd', url], { input: 'nonsense\n' })).code, 2);
  });

  test('runs next to the service, and cleans up when it’s stopped', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'gangway-scratch-'));
    after(() => rmSync(temporary, { recursive: true, force: true }));
    const ship = createShip({ TMPDIR: temporary });
    await ship.serve();
    const listAccounts = async () => (await ship.run(['user', 'list'])).stdout;
    const before = await listAccounts();
    const { stdout } = await ship.run(['ready', '--people', '4', '--minutes', '0.05']);
    assert.match(
      stdout,
      /^(?:ready|TO DO) +People +This machine can serve \d of 4 people|^ready +People +This machine can serve 4 people: p99 was \d+ ms\.$/m,
    );
    assert.match(stdout, /^people +calls +median ms +p99 +max +failed$/m);
    assert.equal(await listAccounts(), before);
    const trying = ship.run(['ready', '--people', '4', '--minutes', '600'], { within: ['timeout', '-s', 'INT', '15'] });
    await waitUntil('a copy is served', () => readdirSync(temporary).length > 0);
    assert.notEqual((await trying).code, 0);
    assert.deepEqual(readdirSync(temporary), []);
  });
});

/** Faults on a ship that was ready: each line reports its fault, and following its advice fixes it before the next. */
async function breakAndFixEach(
  { ship, settings, run, expectTodo, url }: ShipInPort,
  service: RunningService,
  follower: RunningService,
  usb: string | undefined,
): Promise<void> {
  const port = Number(new URL(url).port);
  Object.assign(settings, { LOG_LEVEL: 'debug' });
  await expectTodo({ settings: [/^LOG_LEVEL is debug/] });
  Object.assign(settings, { LOG_LEVEL: '', START_DATE: '2020-03-01', CRUISE_LENGTH_DAYS: '8' });
  await expectTodo({
    clock: [/^The clock shows .* days after it ended \(2020-03-01\): set the clock of this machine/, /timedatectl/],
    schedule: [/^104 events are outside the sailing/, /import schedule/],
  });
  Object.assign(settings, { START_DATE: formatDateInDays(-20) });
  await expectTodo({ clock: [/but the sailing .* has ended/, /import schedule/], schedule: [/outside/, /./] });
  Object.assign(settings, { START_DATE: '', CRUISE_LENGTH_DAYS: '9' });
  await expectTodo({
    schedule: [/^There are no events on day 9 of 9: CRUISE_LENGTH_DAYS or the schedule is wrong\.$/, /./],
  });
  Object.assign(settings, { CRUISE_LENGTH_DAYS: '', EXPECTED_PEOPLE: '4' });
  await expectTodo({ codes: [/^3 codes are imported, but 4 people are expected/, /^gangway import regcodes/] });
  await run('import', 'regcodes', ship.file('codes.txt', 'ABC ABC\nBCD BCD\nCDE CDE\nDEF DEF\n'));
  Object.assign(settings, { PORT_TIMEZONE: 'Europe/Paris' });
  await expectTodo({
    zones: [/^PORT_TIMEZONE is Europe\/Paris, but the port time zone is fixed as America\/New_York/],
  });
  Object.assign(settings, { PORT_TIMEZONE: '', LOW_DISK_MB: '99999999,3,2,1' });
  await expectTodo({ disk: [/^The disk is nearly full.* 4 people may need .* TB: free that much/, /^df -h$/] });
  settings.LOW_DISK_MB = '4,3,2,1';

  const { url: proxyUrl, passUpgrades } = await startProxy(port);
  settings.EXTERNAL_URL = `https://${outsideHost}:${await findFreePort()}`;
  await expectTodo({
    address: [/can't be reached \(connection refused\): check the name, the port, the firewall/],
    certificate: [/presents no certificate/],
  });
  settings.EXTERNAL_URL = await startSilentServer();
  await expectTodo({
    address: [/can't be reached \(no response\)/],
    certificate: [/presents no certificate \(no response\)/],
  });
  settings.EXTERNAL_URL = proxyUrl;
  await expectTodo({ address: [/responds, but its sockets don't reach this service: make the proxy forward Upgrade/] });
  passUpgrades();
  await expectTodo({});
  settings.EXTERNAL_URL = url;

  installCertificate(ship, 'other-name');
  service.signal('SIGHUP');
  await expectTodo({
    certificate: [/^The certificate is for DNS:other\.example\.com, but phones call 0\.0\.0\.0/, /systemctl reload/],
  });
  installCertificate(ship, 'ended');
  service.signal('SIGHUP');
  await expectTodo({
    certificate: [/^The certificate expires 2020-02-01, before the sailing ends/, /systemctl reload/],
  });
  installCertificate(ship, 'ship');
  service.signal('SIGHUP');
  settings.NODE_EXTRA_CA_CERTS = '';
  await expectTodo({ certificate: [/^Phones don't trust the certificate \(/, /systemctl reload/] });
  settings.NODE_EXTRA_CA_CERTS = join(certificates, 'authority.pem');

  chmodSync(join(ship.folder, 'key.pem'), 0o644);
  const { lines } = await expectTodo({ files: [/key\.pem is readable by other users/, /^chmod 600 .*key\.pem$/] });
  const [command = ''] = lines.flatMap(({ faults }) => faults.flatMap(({ command = [] }) => command));
  execFileSync('sh', ['-c', command]);
  rmSync(join(ship.folder, 'units', 'multi-user.target.wants', 'gangway.service'));
  await expectTodo({ unit: [/^gangway\.service is installed, but not enabled\.$/, /systemctl enable --now gangway$/] });
  enableUnit(ship);
  if (usb) {
    settings.BACKUP_DIR = ship.folder;
    await expectTodo({ backup: [/is on the same disk as the data: if it fails, both are lost/] });
    settings.BACKUP_DIR = usb;
    rmSync(usb, { recursive: true });
    await expectTodo({ backup: [/is not a folder: is its disk connected\?/] });
    mkdirSync(usb);
    await expectTodo({
      backup: [/^The last verified backup, .*, is missing: is its disk connected\?$/, /^gangway job back-up$/],
    });
    await run('job', 'back-up');
  }
  await follower.end('SIGTERM');
  await expectTodo({
    spare: [/^No spare is connected to this machine|is not connected: start it/, /^gangway spare status$/],
    version: [/^The spare does not respond/, /^gangway spare run$/],
  });
  settings.READY_WITHOUT = [settings.READY_WITHOUT, 'spare', 'version'].filter(Boolean).join(',');
  await expectTodo({});
  const wrong = await ship.run(['ready'], { environment: { ...settings, READY_WITHOUT: 'sprae' } });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /READY_WITHOUT must list lines of `gangway ready` \(service, .*\), not "sprae"/);
  const other = await ship.run(['ready', '--env', 'testing'], { environment: { ...settings, VAPOR_ENV: '' } });
  assert.match(
    other.stdout,
    /^TO DO +Settings +The service runs as production, but this command reads the settings of testing\.\n +gangway ready --env production$/m,
  );

  await service.end('SIGTERM');
  await expectTodo({
    service: [/^No service is running here\.$/, /^sudo systemctl start gangway$/],
    address: [/^The address can only be tested while the service is running\.$/, /^sudo systemctl start gangway$/],
    certificate: [/presents no certificate/],
  });
}
