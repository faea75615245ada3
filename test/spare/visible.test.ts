import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientServicesApi } from '#features/client-services/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { createPairingCode, removePairing, savePairing } from '#spare/wire/pairing.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { waitUntil } from '../support/processes.ts';
import { visit } from '../web/visitor.ts';
import { openNetwork } from './network.ts';
import { startSpare } from './spare.ts';

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log, environment: { SPARE_WAIT: 'true' } });
const admin = await app.logIn('admin');
const network = await openNetwork(app.url);
const code = createPairingCode();
// The spare retries, and reaches the server once the server knows the code.
network.cut();
startSpare(network.url, code);

const readServerState = () => admin.get(serverStateApi.box);
const listTroubles = async () => (await readServerState()).troubles.map(({ name }) => name);
const readPage = async () => (await visit(app, admin).open('/server')).body;
/** Reads the Prometheus lines about the spare. */
async function readMetrics(): Promise<Record<string, number>> {
  const { bytes } = await withBasic(app, 'prometheus:password').call(clientServicesApi.metrics);
  const lines = [...bytes.toString().matchAll(/^gangway_spare_(\w+) (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, Number(value)]));
}

/** Does what the timers do in half a minute. */
async function watchMachine(): Promise<void> {
  for (let look = 0; look < 6; look += 1) {
    await app.runJob('watch-machine');
    app.clock.advance({ seconds: 5 });
  }
}

const listLinesAbout = (words: RegExp) => logBook.find(words).map(({ level, msg }) => `${level} ${msg.slice(0, 40)}`);
const waitForSpare = (what: string, isSo: (spare: ReturnType<typeof app.context.spare.read>) => boolean) =>
  waitUntil(what, () => isSo(app.context.spare.read()));
const hasTrouble = () =>
  waitForSpare(
    'the spare has everything',
    (spare) => spare?.isAttached === true && spare.hasDatabase && spare.filesMissing === 0 && spare.waiting === 'on',
  );

test('without a spare, status shows nothing, except if responses should wait for one', async () => {
  assert.equal((await readServerState()).spare, undefined);
  assert.deepEqual(await readMetrics(), {});
  await watchMachine();
  assert.deepEqual(await listTroubles(), ['spare-not-awaited']);
  assert.doesNotMatch(await readPage(), /<dt>Spare/);
});

test('a spare shows since when it follows, what it lacks, how far it lags, and that responses wait', async () => {
  const before = Date.now();
  savePairing(app.context.config.folders.secrets, { code });
  await waitForSpare('the pairing is known', (spare) => spare !== undefined);
  assert.deepEqual((await readServerState()).spare, {
    isAttached: false,
    isComplete: false,
    hasDatabase: false,
    waiting: 'given-up',
  });
  assert.match(await readPage(), /<dt>Spare<\/dt><dd><b class="stop">paired, but no spare has connected yet/);
  network.mend();
  await hasTrouble();
  await watchMachine();
  const { spare } = await readServerState();
  assert.ok(spare?.isAttached && spare.isComplete && spare.hasDatabase);
  assert.deepEqual([spare.filesMissing, spare.waiting, spare.peer], [0, 'on', 'http://127.0.0.1:1']);
  assert.ok(Date.parse(spare.since ?? '') >= before && Date.parse(spare.since ?? '') <= Date.now());
  const { attached, complete, awaited, lag_seconds: lag } = await readMetrics();
  assert.deepEqual([attached, complete, awaited], [1, 1, 1]);
  assert.ok(lag !== undefined && lag >= 0);
  assert.match(await readPage(), /<dt>Spare<\/dt><dd>complete, .* behind: http:\/\/127.0.0.1:1, connected since/);
  assert.match(await readPage(), /; responses wait for it/);
  assert.deepEqual(await listTroubles(), []);
  assert.deepEqual(listLinesAbout(/a spare connected/), ['info a spare connected']);
});

test('reports a disconnected spare once at the start and once at the end, with what it’s missing', async () => {
  const james = await app.logIn('james');
  logBook.clear();
  network.cut();
  const posted = james.get(microblogApi.create, { body: { text: 'Where is the laptop?', images: [] } });
  await waitForSpare('the server stops waiting for the spare', (spare) => {
    void app.runJob('checkpoint');
    return spare?.waiting === 'given-up';
  });
  await posted;
  await waitForSpare('the spare is away', (spare) => spare?.isAttached === false);
  await watchMachine();
  const { spare } = await readServerState();
  assert.ok(spare && !spare.isAttached && !spare.isComplete && spare.waiting === 'given-up');
  assert.ok((spare.lagBytes ?? 0) > 0 && (spare.lagMilliseconds ?? 0) > 0);
  assert.deepEqual(await listTroubles(), ['spare-away', 'spare-not-awaited']);
  const { attached, complete, awaited } = await readMetrics();
  assert.deepEqual([attached, complete, awaited], [0, 0, 0]);
  assert.match(await readPage(), /<b class="stop">away: http:\/\/127.0.0.1:1, last seen .*responses no longer wait/);

  network.mend();
  await hasTrouble();
  await watchMachine();
  assert.deepEqual(await listTroubles(), []);
  assert.equal((await readServerState()).spare?.isComplete, true);
  assert.deepEqual(listLinesAbout(/spare/i), [
    'warn No spare is connected to this machine: s',
    "warn SPARE_WAIT is set, but responses don't w",
    'info resolved: No spare is connected to this ',
    'info resolved: SPARE_WAIT is set, but respons',
  ]);
});

test('once the pairing has ended, no spare is reported missing', async () => {
  network.cut();
  removePairing(app.context.config.folders.secrets);
  await waitForSpare('the pairing is forgotten', (spare) => spare === undefined);
  await watchMachine();
  assert.equal((await readServerState()).spare, undefined);
  assert.ok(!(await listTroubles()).includes('spare-away'));
  assert.deepEqual(await readMetrics(), {});
});
