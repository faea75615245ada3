import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { locateFolders } from '#config/config.ts';
import { readFence } from '#spare/fence.ts';
import { getCopyFile } from '#spare/follower/copy.ts';
import { startHandover } from '#spare/follower/hand-over.ts';
import { createLink } from '#spare/follower/link.ts';
import { type PromotionParts, promoteMachine } from '#spare/follower/promote.ts';
import { getSlotFolder, getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { readGeneration } from '#spare/generation.ts';
import { getSharedFolders } from '#spare/shared-folders.ts';
import { askPeer } from '#spare/watch-peer.ts';
import { readPairing, savePairing } from '#spare/wire/pairing.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '../support/processes.ts';
import { pairWith, type Spare, startSpare } from './spare.ts';

interface Machines {
  readonly server: TestApp;
  readonly spare: Spare;
  /** The status of the response to a post on the server. */
  post(): Promise<number>;
  /** Promotes the spare like the command does, with some steps replaced. */
  promote(replaced?: Partial<PromotionParts>): Promise<{ said: string; error: unknown }>;
}

const countCopies = ({ lines }: Spare) =>
  lines.filter((line) => line === 'the copy of the database is complete').length;

/** Creates a server, and a spare that has everything. */
async function startMachines(): Promise<Machines> {
  const server = await startTestApp();
  // The log also contains these pages, which would hide the damage, so they're written to the file first.
  server.context.db.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const code = pairWith(server);
  const james = await server.logIn('james');
  const spare = startSpare(server.url, code);
  await waitUntil('the copy is complete', () => countCopies(spare) > 0);
  const folders = locateFolders(spare.folder);
  savePairing(folders.secrets, { code, peer: server.url });
  const databaseFile = join(spare.folder, 'gangway.sqlite');
  return {
    server,
    spare,
    async post() {
      const body = { text: 'The lido is open', images: [] };
      return (await james.send('POST', '/api/v3/microblog/create', { body })).status;
    },
    async promote(replaced = {}) {
      const said: string[] = [];
      const promotion = promoteMachine({
        dataFolder: spare.folder,
        secretsFolder: folders.secrets,
        databaseFile,
        folders: getSharedFolders(folders),
        port: 1,
        isSecure: false,
        say: (line) => void said.push(line),
        show: () => {},
        confirm: async () => {},
        takeInstance: spare.stop,
        assertCanServe: async () => {},
        install: (file) => renameSync(file, databaseFile),
        prepare: async () => {},
        serve: async (_promotion, commit) => commit(),
        ...replaced,
      });
      const error = await promotion.catch((error: unknown) => error);
      return { said: said.join('\n'), error };
    },
  };
}

const readFenceOf = ({ context }: TestApp) => readFence(context.config.folders.data);
const isSpare = ({ folder }: Spare) => readFollowState(getSpareFolder(folder)) !== undefined;

async function assertServerServes({ server, post }: Machines): Promise<void> {
  assert.equal(readFenceOf(server), undefined);
  assert.equal(await post(), 201);
}

const diskFullError = new Error('the disk is full');
const throwFailure = () => {
  throw diskFullError;
};

describe('the server keeps serving without a pause', () => {
  async function assertUntouched(machines: Machines, replaced: Partial<PromotionParts> = {}) {
    const { server, spare, promote } = machines;
    const outcome = await promote(replaced);
    assert.equal(readGeneration(server.context.db), 1, 'it has stepped down meanwhile');
    assert.ok(isSpare(spare));
    await assertServerServes(machines);
    return outcome;
  }

  test('if the answer is no, and the spare keeps following', async () => {
    const machines = await startMachines();
    const { error, said } = await assertUntouched(machines, { confirm: async () => throwFailure() });
    assert.equal(error, diskFullError);
    assert.match(said, /is serving\. It steps down once everything else is ready: nothing is lost/);
    assert.ok(machines.spare.following.isAttached);
  });

  test('if the spare couldn’t serve', async () => {
    const { error } = await assertUntouched(await startMachines(), { assertCanServe: async () => throwFailure() });
    assert.equal(error, diskFullError);
  });

  test('if the copy is damaged, on its first page or another one', async () => {
    const machines = await startMachines();
    const { spare } = machines;
    await spare.stop();
    const { current } = readFollowState(getSpareFolder(spare.folder)) ?? {};
    assert.ok(current !== undefined);
    const file = getCopyFile(getSlotFolder(getSpareFolder(spare.folder), current));
    const sound = readFileSync(file);
    for (const page of [0, 40]) {
      const bytes = Buffer.from(sound);
      bytes.fill(0xff, page * 4096, page * 4096 + 4096);
      writeFileSync(file, bytes);
      const { error } = await assertUntouched(machines);
      assert.match(String(error), /The copy is damaged: .*gangway spare run/, `page ${page}`);
    }
  });
});

describe('the server serves again', () => {
  for (const step of ['install', 'prepare', 'serve'] as const) {
    test(`if the spare fails to ${step}, and the spare can take over later`, async () => {
      const machines = await startMachines();
      const { server, spare, post, promote } = machines;
      let meanwhile: number | undefined;
      const { error, said } = await promote({
        prepare: measure,
        [step]: step === 'install' ? throwFailure : measureAndFail,
      });
      assert.equal(error, diskFullError);
      if (step !== 'install') assert.equal(meanwhile, 503);
      assert.match(said, /stepped down: nothing is lost[\s\S]*did not take over: http\S+ serves, and nothing is lost/);
      assert.ok(isSpare(spare), 'it would serve as well');
      assert.equal(readGeneration(server.context.db), 3, 'a generation that the spare never serves under');
      await assertServerServes(machines);

      // The server can't continue from the copy that was put in place, since it lacks what was stored meanwhile.
      const again = step === 'install' ? undefined : await promote();
      if (again) assert.match(String(again.error), /has not followed it since it last tried to take over/);
      await assertServerServes(machines);
      const copies = countCopies(spare);
      spare.start();
      await waitUntil('it follows', () => spare.following.isAtEnd && (!again || countCopies(spare) > copies));
      const last = await promote();
      assert.equal(last.error, undefined, last.said);
      assert.ok(!isSpare(spare));
      assert.equal(readFenceOf(server)?.generation, 4);
      assert.equal(await post(), 503);

      async function measure(): Promise<void> {
        meanwhile = await post();
      }
      async function measureAndFail(): Promise<void> {
        await measure();
        throwFailure();
      }
    });
  }

  test('only for the attempt that failed, and only until the spare serves', async () => {
    const { server, spare, promote } = await startMachines();
    const { error } = await promote({
      async serve(_promotion, commit) {
        commit();
        throwFailure();
      },
    });
    assert.equal(error, diskFullError);
    assert.ok(!isSpare(spare));
    assert.equal((await askPeer(server.url, getPairing(server)))?.role, 'replaced');
    assert.equal(readFenceOf(server)?.generation, 2);
  });
});

describe('a spare killed after the server stepped down leaves neither machine serving', () => {
  /** Promotes the spare until the server has stepped down, and stops forever at that step. */
  async function promoteAndDie({ promote }: Machines): Promise<void> {
    const { promise: hasSteppedDown, resolve } = Promise.withResolvers<void>();
    const neverServes = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    void promote({ install: () => {}, prepare: neverServes });
    await hasSteppedDown;
  }

  test('until it is promoted again, which loses nothing', async () => {
    const machines = await startMachines();
    const { server, spare, post, promote } = machines;
    await promoteAndDie(machines);
    assert.equal(await post(), 503);
    assert.equal(readFenceOf(server)?.generation, 2);
    assert.ok(isSpare(spare));
    const { error, said } = await promote();
    assert.equal(error, undefined, said);
    assert.match(said, /stepped down for this machine at \S+: nothing is lost/);
    assert.ok(!isSpare(spare));
    assert.equal(readFenceOf(server)?.generation, 2);
  });
});

const getPairing = ({ context }: TestApp): string => readPairing(context.config.folders.secrets)?.code ?? '';

test('a picture that the server deleted as it stepped down isn’t on the machine that takes over', async () => {
  const { server, spare } = await startMachines();
  const name = `${randomUUID()}.jpg`;
  const copied = join('images', 'full', name.slice(0, 2), name);
  await server.context.pictures.full.save(name, Buffer.from('a picture'));
  await waitUntil('the spare has the picture', () => spare.has(copied));
  await spare.stop();
  const folders = locateFolders(spare.folder);
  const link = createLink(server.url, readPairing(folders.secrets)?.code ?? '', 3_000);
  const { generation, machine } = readFollowState(getSpareFolder(spare.folder)) ?? assert.fail('it follows no server');
  const successor = {
    generation: generation + 1,
    machine,
    port: 1,
    isSecure: false,
    folders: getSharedFolders(folders),
  };
  // Without a copy of the database, the spare fetches only files.
  const handover = await startHandover(link, undefined, successor, () => {});
  await handover.catchUp();
  await server.context.pictures.full.remove(name);
  await handover.stepDown();
  assert.ok(!spare.has(copied));
  await handover.giveBack();
  link.close();
});
