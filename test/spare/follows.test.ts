import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createConfig } from '#config/config.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { isPathPart } from '#platform/files/paths.ts';
import { verifyCopy } from '../../src/cli/verify-copy.ts';
import { startTestApp } from '../support/app.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { waitUntil } from '../support/processes.ts';
import { openNetwork } from './network.ts';
import { dumpDatabase, pairWith, type Spare, startSpare } from './spare.ts';

const app = await startTestApp();
const code = pairWith(app);
const james = await app.logIn('james');

const post = (text: string, pictures: Buffer[] = []) =>
  james.get(microblogApi.create, { body: { text, images: pictures.map(toUpload) } });

const postMany = async (count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) await post(`Message ${number} on the rail`);
};

let currentSpare: Spare | undefined;

/** Starts a spare; stops the previous one. */
async function follow(url = app.url): Promise<Spare> {
  await currentSpare?.stop();
  currentSpare = startSpare(url, code);
  return currentSpare;
}

const countBases = (spare: Spare) =>
  spare.lines.filter((line) => line === 'the copy of the database is complete').length;
const waitForBase = (spare: Spare) => waitUntil('the copy is complete', () => countBases(spare) > 0);

/** Stops the spare once it is up to date, and compares all rows. */
async function assertSame(spare: Spare): Promise<void> {
  const { sqlite } = app.context.db;
  const isSame = () => (spare.following.state?.newestCommit ?? 0) >= newest && spare.following.isAtEnd;
  app.clock.advance({ seconds: 1 });
  const newest = app.clock.now().getTime();
  await post(`The last one, ${newest}`);
  await waitUntil('the spare has everything', isSame);
  const before = dumpDatabase(sqlite);
  await spare.stop();
  assert.deepEqual(spare.dump(), before);
}

describe('a spare', () => {
  test('has every row of the server, and continues with what’s stored meanwhile', async () => {
    const spare = await follow();
    await waitForBase(spare);
    await postMany(20);
    await assertSame(spare);
  });

  test('continues where it was when it was killed, without fetching the database again', async () => {
    const spare = await follow();
    await waitForBase(spare);
    await spare.stop();
    await postMany(5);
    spare.start();
    await assertSame(spare);
    assert.equal(countBases(spare), 1);
  });

  test('keeps up with a log that restarts again and again', async () => {
    const spare = await follow();
    await waitForBase(spare);
    const write = app.context.db.sqlite.prepare('INSERT OR REPLACE INTO installation VALUES (?, ?)');
    for (let round = 0; round < 4; round += 1) {
      app.context.db.transaction(() => void write.run('filler', 'x'.repeat(6_000_000)));
      await app.runJob('checkpoint');
      await post(`Round ${round}`);
    }
    await assertSame(spare);
    assert.equal(countBases(spare), 1);
  });

  test('has all pictures, and none that was deleted', async () => {
    const spare = await follow();
    const { images = [] } = await post('Look', [await createPicture({ colour: 'navy' })]);
    const [name = ''] = images ?? [];
    const path = join('full', name.slice(0, 2), name);
    const { images: folder } = app.context.config.folders;
    await waitUntil('the picture is there', () => spare.has(join('images', path)));
    assert.deepEqual(readFileSync(join(spare.folder, 'images', path)), readFileSync(join(folder, path)));
    await app.context.pictures.full.remove(name);
    await waitUntil('the picture is gone', () => !spare.has(join('images', path)));
  });

  test('has files that a command adds next to the service', async () => {
    const spare = await follow();
    await waitUntil('the files were compared', () => spare.following.state?.filesMissing === 0);
    const { public: published } = app.context.config.folders;
    mkdirSync(published, { recursive: true });
    writeFileSync(join(published, 'faq.md'), 'Where is the laptop?');
    await waitUntil('it is there', () => spare.has('public/faq.md'));
  });

  test('has files whatever they’re called', async () => {
    const spare = await follow();
    const names = [
      "What's on, Tuesday!",
      'Who + who = #2 & 50%?',
      '¿Mañana? Café',
      '日本の歌 🎤',
      '-- (_) ..',
      'ñ'.repeat(120),
    ];
    const paths = names.filter((name) => isPathPart(name)).map((name) => join(name, `${name}.md`));
    for (const path of paths) {
      const file = join(app.context.config.folders.public, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path);
    }
    await waitUntil('all are there', () => paths.every((path) => spare.has(join('public', path))));
    for (const path of paths) assert.equal(readFileSync(join(spare.folder, 'public', path), 'utf8'), path);
  });

  test('has the token key, so that logins stay valid', async () => {
    const spare = await follow();
    await waitUntil('the key is there', () => spare.has('secrets/token.key'));
    const { secrets } = app.context.config.folders;
    assert.deepEqual(readFileSync(join(spare.folder, 'secrets/token.key')), readFileSync(join(secrets, 'token.key')));
  });
});

test('a spare follows a cleanly restarted server again, fetching only what differs', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'gangway-server-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const first = await startTestApp({ dataFolder });
  const network = await openNetwork(first.url);
  const spare = startSpare(network.url, pairWith(first));
  await waitForBase(spare);
  await first.close();
  const second = await startTestApp({ dataFolder });
  network.leadTo(second.url);
  await waitUntil('there is a second base', () => countBases(spare) === 2);
  const rows = dumpDatabase(second.context.db.sqlite);
  await waitUntil('the spare has everything', () => spare.following.isAtEnd);
  await spare.stop();
  assert.deepEqual(spare.dump(), rows);
});

test('a copy is fully verified while it follows, in a separate process', async () => {
  const spare = await follow();
  await waitForBase(spare);
  const config = createConfig('testing', { DATA_DIR: spare.folder });
  await waitUntil('the key is there', () => spare.has('secrets/token.key'));
  const lines: string[] = [];
  await verifyCopy(config, spare.following, (line) => void lines.push(line), new AbortController().signal);
  assert.deepEqual(lines, ['verified the copy: no problems found']);
  assert.equal(spare.following.state?.verified?.isWell, true);
  await assertSame(spare);
});

describe('over a bad network', () => {
  test('loses nothing in network cuts', async () => {
    const network = await openNetwork(app.url);
    const spare = await follow(network.url);
    await waitForBase(spare);
    for (let round = 0; round < 3; round += 1) {
      network.cut();
      await postMany(3);
      network.mend();
      await waitUntil('it follows again', () => spare.following.isAttached);
    }
    await assertSame(spare);
    assert.equal(countBases(spare), 1);
  });

  test('rejects data changed in transit', async () => {
    const network = await openNetwork(app.url);
    const spare = await follow(network.url);
    await waitForBase(spare);
    network.flipNextByte();
    await waitUntil('it reports that', () => spare.lines.some((line) => line.includes('was altered on the way')));
    await assertSame(spare);
  });
});

test('another code is rejected', async () => {
  const spare = startSpare(app.url, 'aaaa-bbbb-cccc-dddd-eeee-ffff-gggg-hhhh');
  await waitUntil('it gets that error', () =>
    spare.lines.some((line) => line.includes('is not paired with this machine')),
  );
  assert.equal(spare.following.state, undefined);
});
