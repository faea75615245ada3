import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import sharp from 'sharp';
import { findTarget, locateExecutable } from '../../packaging/targets.ts';
import { projectFolder, say } from '../../project.ts';
import { type ServiceProcess, startService } from '../../running/service-process.ts';
import { type Account, bearerHeader, createAndLogIn, expectSuccess, logIn, password, runEach } from './api.ts';
import { createChats, fillChats } from './chats.ts';
import { prepareRecordings } from './clips.ts';
import { listMissed, report } from './figures.ts';
import { createGroup, measureLastReached, withIdleSockets } from './live.ts';
import { median, p95, type RequestToSend, timeRepeatedly } from './load.ts';
import { readAnonymousMebibytes, watchMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { addPerformers } from './performers.ts';
import { measureRatioToBare } from './ratio-to-bare.ts';
import { measureSailings } from './sailing.ts';
import { measureScheduleDesk } from './schedule-desk.ts';
import { makeRegistrationCodes, seedInstance } from './seed.ts';
import { measureSpare } from './spare.ts';

/**
 * `npm run bench`: measures how close the service comes to bare `node:http` sending the same bytes, in alternating
 * rounds of one run, and whether the service stays usable under load. Lists missed targets, and fails if there are any.
 * The argument `sailing` measures only a made-up sailing, `pages` only the pages, `spare` only the cost of a spare.
 */
const rounds = 3;
const accountCount = 100;
const concurrentLogins = 500;
const concurrentUploads = 50;
const uploadBytes = 15 * 1024 * 1024;

async function measureReads(service: ServiceProcess, account: Account): Promise<void> {
  const headers = { authorization: bearerHeader(account) };
  const read = (path: string): RequestToSend => ({ path: `/api/v3${path}`, headers });
  report({ what: 'whoami', value: await measureRatioToBare(service, read('/user/whoami')), unit: 'x', min: 0.6 });
  report({
    what: 'user header',
    value: await measureRatioToBare(service, read(`/users/${account.userID}/header`)),
    unit: 'x',
  });
  report({
    what: 'notification summary',
    value: await measureRatioToBare(service, read('/notification/global')),
    unit: 'x',
    min: 0.6,
  });
  report({
    what: 'client settings',
    value: await measureRatioToBare(service, { path: '/api/v3/client/settings' }),
    unit: 'x',
    min: 0.5,
  });
  await addPerformers(service);
  report({
    what: "a day's events with performers",
    value: await measureRatioToBare(service, read('/events?cruiseday=2')),
    unit: 'x',
    min: 0.6,
  });
}

const idleSockets = 3000;

async function measureIdleSockets(service: ServiceProcess, accounts: readonly Account[]): Promise<void> {
  await withIdleSockets(service.url, accounts, idleSockets, () => {
    const value = readAnonymousMebibytes(service.pid);
    report({ what: `RssAnon with ${idleSockets} idle sockets`, value, unit: 'MiB', max: 250 });
  });
}

/** Sends messages to all members; measures lists and pages of chats, empty ones and ones with many posts. */
async function measureChats(
  service: ServiceProcess,
  accounts: readonly Account[],
  first: Account,
  folder: string,
): Promise<void> {
  const reached = await measureLastReached(service.url, await createGroup(service.url, accounts), accounts);
  report({ what: `message to ${accounts.length} members, last one reached`, value: reached, unit: 'ms', max: 20 });
  const chats = await createChats(service.url, accounts);
  const headers = { authorization: bearerHeader(first) };
  const reads = [
    { what: 'list of 5 chats', path: '/fez/joined?limit=5', min: 0.25 },
    { what: 'list of 30 chats with members', path: '/fez/joined?limit=30&members=true', min: 0.1 },
    { what: 'chat page of 50 posts', path: `/fez/${chats.small}?limit=50`, min: 0.25 },
    { what: `chat page of 50 posts among ${accounts.length} members`, path: `/fez/${chats.large}?limit=50`, min: 0.15 },
  ];
  const measureEach = async () => {
    const ratios: number[] = [];
    for (const { path } of reads) ratios.push(await measureRatioToBare(service, { path: `/api/v3${path}`, headers }));
    return ratios;
  };
  const before = await measureEach();
  fillChats(join(folder, 'gangway.sqlite'), chats);
  const after = await measureEach();
  for (const [index, { what, min }] of reads.entries()) {
    const [small = Number.NaN, full = Number.NaN] = [before[index], after[index]];
    report({ what, value: small, unit: 'x', min });
    report({ what: `${what}, factor of slowdown with 200,000 posts`, value: small / full, unit: 'x', max: 1.3 });
  }
}

async function createSmallPicture(): Promise<string> {
  const jpeg = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  return jpeg.toString('base64');
}

/** One picture per account, because of the upload rate limit. */
async function measureUploads(service: ServiceProcess, accounts: readonly Account[]): Promise<void> {
  const body = JSON.stringify({ image: await createSmallPicture() });
  const started = performance.now();
  await runEach(accounts, 8, (account) => uploadAvatar(service, account, body));
  const value = accounts.length / ((performance.now() - started) / 1000);
  report({ what: 'avatars of 800x600 uploaded and drawn, 8 at once', value, unit: '/s' });
}

/** Returns password verifications per second on an idle machine, as many in parallel as there are processors. */
async function measureVerificationsPerSecond(stored: string, count: number): Promise<number> {
  const started = performance.now();
  await runEach(Array.from({ length: count }), availableParallelism(), () => verify(stored, password));
  return count / ((performance.now() - started) / 1000);
}

async function measureLoginsPerSecond(
  service: ServiceProcess,
  accounts: readonly Account[],
  count: number,
): Promise<number> {
  const started = performance.now();
  await runEach(Array.from({ length: count }), 32, (_, index) =>
    logIn(service.url, accounts[index % accounts.length]?.username ?? ''),
  );
  return count / ((performance.now() - started) / 1000);
}

async function measureLogins(service: ServiceProcess, accounts: readonly Account[]): Promise<void> {
  const stored = await hash(password, { memoryCost: 19456, timeCost: 2, parallelism: 1 });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await measureLoginsPerSecond(service, accounts, 300);
    const raw = await measureVerificationsPerSecond(stored, 300);
    say(`       logins: ${ours.toFixed(0)} of ${raw.toFixed(0)} verifications/s`);
    ratios.push(ours / raw);
  }
  report({ what: 'logins, as part of raw argon2 verifications', value: median(ratios), unit: 'x', min: 0.8 });
}

/** Targets for response times in milliseconds and memory in MiB. */
interface RushAims {
  readonly milliseconds: number;
  readonly mebibytes: number;
}

const defaultAims: RushAims = { milliseconds: 200, mebibytes: 700 };

/**
 * Puts the service under a burst of load and reports the latency of whoami and a thumbnail during it, and the memory.
 */
async function measureRush(
  name: string,
  service: ServiceProcess,
  account: Account,
  image: string,
  rush: () => Promise<unknown>,
  { milliseconds, mebibytes } = defaultAims,
): Promise<void> {
  const headers = { authorization: bearerHeader(account) };
  const memory = watchMemory(service.pid);
  const whoami = timeRepeatedly(async () =>
    (await expectSuccess(`${service.url}/api/v3/user/whoami`, { headers })).arrayBuffer(),
  );
  const thumbnail = timeRepeatedly(async () =>
    (await expectSuccess(`${service.url}/api/v3/image/thumb/${image}`)).arrayBuffer(),
  );
  const started = performance.now();
  await rush();
  report({ what: `${name}: all done without failure after`, value: (performance.now() - started) / 1000, unit: 's' });
  report({ what: `${name}: p95 of whoami`, value: p95(await whoami()), unit: 'ms', max: milliseconds });
  report({ what: `${name}: p95 of a thumbnail`, value: p95(await thumbnail()), unit: 'ms', max: milliseconds });
  report({ what: `${name}: highest RssAnon`, value: memory(), unit: 'MiB', max: mebibytes });
}

/** Returns a photo of at least this size: noise, which compresses badly. */
async function createLargePhoto(): Promise<Buffer> {
  const [width, height] = [4800, 3600];
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 92 })
    .toBuffer();
  return noise.length >= uploadBytes
    ? noise.subarray(0, noise.length)
    : Buffer.concat([noise, Buffer.alloc(uploadBytes - noise.length)]);
}

async function uploadAvatar(service: ServiceProcess, account: Account, body: string): Promise<string> {
  const response = await expectSuccess(`${service.url}/api/v3/user/image`, {
    method: 'POST',
    headers: { authorization: bearerHeader(account) },
    body,
  });
  // Trusted: our own service sent this UserHeader.
  const { userImage } = (await response.json()) as { userImage: string };
  return userImage;
}

async function measureRushes(service: ServiceProcess, accounts: readonly Account[]): Promise<void> {
  const [first] = accounts;
  if (!first) throw new Error('no accounts were made');
  const image = await uploadAvatar(service, first, JSON.stringify({ image: await createSmallPicture() }));
  await measureRush(`${concurrentLogins} logins at once`, service, first, image, () =>
    runEach(Array.from({ length: concurrentLogins }), concurrentLogins, (_, index) =>
      logIn(service.url, accounts[index % accounts.length]?.username ?? ''),
    ),
  );
  const photo = await createLargePhoto();
  const body = JSON.stringify({ image: photo.toString('base64') });
  say(`       each photo has ${(photo.length / 1024 / 1024).toFixed(1)} MiB`);
  await measureRush(`${concurrentUploads} avatars at once`, service, first, image, () =>
    runEach(accounts.slice(1, 1 + concurrentUploads), concurrentUploads, (account) =>
      uploadAvatar(service, account, body),
    ),
  );
}

/** Uploads clips as large as phones make them, all at once. The service must not buffer a whole clip in memory. */
async function measureClips(
  service: ServiceProcess,
  accounts: readonly Account[],
  first: Account,
  folder: string,
): Promise<void> {
  const image = await uploadAvatar(service, first, JSON.stringify({ image: await createSmallPicture() }));
  const recordings = await prepareRecordings(service.url, accounts.slice(1), folder);
  const aims = { milliseconds: 100, mebibytes: 300 };
  const rush = () => runEach(recordings, recordings.length, (send) => send());
  await measureRush(`${recordings.length} clips of 30 MB at once`, service, first, image, rush, aims);
}

/** The shipped executable, or the program that `npm start` runs if the argument is `source`. */
const program = process.argv.includes('source')
  ? {
      file: process.execPath,
      words: [join(projectFolder, 'build', 'node24.mjs'), join(projectFolder, 'src', 'main.ts'), 'serve'],
    }
  : { file: locateExecutable(findTarget(undefined)), words: ['serve'] };

/** Measures a service that runs on a folder, with the first account as a separate parameter. */
type Measurement = (
  service: ServiceProcess,
  accounts: readonly Account[],
  first: Account,
  folder: string,
) => Promise<void>;

/**
 * Runs each measurement on a fresh service with a hundred logged-in accounts, so none is affected by memory that
 * another one used.
 */
async function onBoard(measure: Measurement) {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-bench-'));
  const codes = makeRegistrationCodes(accountCount);
  await seedInstance(folder, codes);
  const environment = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    VAPOR_ENV: 'bench',
    hostname: '127.0.0.1',
    ADMIN_PASSWORD: password,
    START_DATE: '2025-03-02',
    CRUISE_LENGTH_DAYS: '8',
  };
  const service = await startService(program.file, program.words, { folder: projectFolder, environment });
  try {
    const accounts = await runEach(codes, 8, (code, index) => createAndLogIn(service.url, `bench${index}`, code));
    const [first] = accounts;
    if (!first) throw new Error('no accounts were made');
    await measure(service, accounts, first, folder);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureFreshShips(): Promise<void> {
  await onBoard(async (service, accounts, first) => {
    await measureReads(service, first);
    await measurePages(service, first);
    await measureScheduleDesk(service);
    await measureUploads(service, accounts);
    await measureLogins(service, accounts);
    const value = readAnonymousMebibytes(service.pid);
    report({ what: 'RssAnon after these, with workers for pictures', value, unit: 'MiB', max: 200 });
    await measureRushes(service, accounts);
  });
  await onBoard(measureIdleSockets);
  await onBoard(measureChats);
  await onBoard(measureClips);
  await measureWithSpare();
}

/** Two servers, one with a spare and one without. */
const measureWithSpare = (): Promise<void> =>
  onBoard((service, accounts, _first, folder) => {
    const alone = { service, accounts, folder };
    return onBoard((service, accounts, _first, folder) =>
      measureSpare(
        { file: program.file, words: program.words.slice(0, -1) },
        { alone, followed: { service, accounts, folder } },
      ),
    );
  });

async function main(): Promise<void> {
  say(`measuring ${program.file} ${program.words.join(' ')}`);
  const isOnly = (word: string) => process.argv.includes(word);
  if (isOnly('pages')) await onBoard((service, _accounts, first) => measurePages(service, first));
  else if (isOnly('spare')) await measureWithSpare();
  else {
    if (!isOnly('sailing')) await measureFreshShips();
    await measureSailings(program);
  }
  const missed = listMissed();
  say(missed.length === 0 ? 'every aim was met' : `${missed.length} aims were missed`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

await main();
