import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as v from 'valibot';
import { microblogApi } from '#features/microblog/api.ts';
import { version } from '#platform/machine/version.ts';
import { createLink, PeerDeclined } from '#spare/follower/link.ts';
import { createLinkResponder } from '#spare/server/serving-side.ts';
import {
  followFrames,
  getPositionBeforeFrames,
  headBytes,
  type LogHead,
  type LogPosition,
  readHead,
} from '#spare/wal-frames.ts';
import { createDecompressor } from '#spare/wire/compression.ts';
import type { LinkAnswer } from '#spare/wire/link-server.ts';
import { DatabaseFiles, HelloAnswer, LogChunkMessage, protocolVersion } from '#spare/wire/messages.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createLogBook } from '../support/log-book.ts';
import { waitUntil } from '../support/processes.ts';
import { openNetwork } from './network.ts';
import { dumpDatabase, pairWith, type Spare, startSpare } from './spare.ts';

const app = await startTestApp({ environment: { SPARE_WAIT: 'true' } });
const code = pairWith(app);
const james = await app.logIn('james');

const post = (text: string) => james.get(microblogApi.create, { body: { text, images: [] } });

const waitUntilSpareSays = (spare: Spare, words: RegExp) =>
  waitUntil(`the spare says ${words}`, () => spare.lines.some((line) => words.test(line)));
const isWaitingForSpare = () => app.context.spare.read()?.waiting === 'on';

let currentSpare: Spare | undefined;

/** Starts a spare and waits until it has everything; stops the previous one. */
async function follow(url: string): Promise<Spare> {
  await currentSpare?.stop();
  const spare = startSpare(url, code);
  currentSpare = spare;
  await waitUntil('it has everything', () => spare.following.isAtEnd);
  await waitUntil('answers wait', isWaitingForSpare);
  return spare;
}

/** Stops the spare and asserts that it has everything that the server has. */
async function assertSame(spare: Spare): Promise<void> {
  const before = dumpDatabase(app.context.db.sqlite);
  await spare.stop();
  assert.deepEqual(spare.dump(), before);
}

/** Lets the server check whether it still waits, as its timer does. */
const waitUntilSpareAbandoned = () =>
  waitUntil('the server stops waiting for the spare', () => {
    void app.runJob('checkpoint');
    return !isWaitingForSpare();
  });

test('after a network cut the server continues alone; both report it, and reconnect by themselves', async () => {
  const network = await openNetwork(app.url);
  const spare = await follow(network.url);
  network.cut();
  await waitUntilSpareSays(spare, /trying again/);
  const answered = post('While no one hears of it');
  await waitUntilSpareAbandoned();
  await answered;
  await post('A little later');
  network.mend();
  await waitUntil('answers wait again', isWaitingForSpare);
  await assertSame(spare);
  assert.equal(spare.lines.filter((line) => line === 'the copy of the database is complete').length, 1);
});

test('a spare that is away for a minute delays responses by at most two seconds, then catches up', async () => {
  const { db } = app.context;
  const clock = createTestClock();
  const responder = createLinkResponder({
    db,
    clock,
    log: createLogBook().log,
    folders: {},
    isSecure: false,
    waits: true,
    readIdentity: () => ({ installation: 'a sailing', generation: 1 }),
    touch: () => store('a beginning'),
    onAttached: () => {},
    succession: {
      isReplaced: () => false,
      stepDown: () => assert.fail('no spare asked for that'),
      endHandover: () => assert.fail('no spare asked for that'),
    },
  });
  const store = (value: string) => {
    const write = db.sqlite.prepare('INSERT OR REPLACE INTO installation VALUES (?, ?)');
    db.transaction(() => void write.run('filler', value));
  };
  const ask = async (question: object): Promise<LinkAnswer> => responder.answer(question, '127.0.0.1');
  const greeting = {
    ask: 'hello',
    version: protocolVersion,
    port: 1,
    isSecure: false,
    generation: 1,
    machine: 'a laptop',
  };
  const { session } = v.parse(HelloAnswer, (await ask(greeting)).head);
  const { log } = v.parse(DatabaseFiles, (await ask({ ask: 'base', session })).head);
  let place: LogPosition = { log, offset: 0, checksum: [0, 0] };
  let head: LogHead | undefined;
  const decompressor = createDecompressor();
  /** Requests what follows a position like the spare does, which confirms that everything before it is safe. */
  async function fetchPiece(): Promise<boolean> {
    const { head: answer, body: compressed } = await ask({ ask: 'log', session, place });
    const piece = v.parse(LogChunkMessage, answer);
    assert.ok(compressed instanceof Buffer);
    if (piece.bytes === 0) return piece.isAtEnd;
    const body = await decompressor.read(compressed, piece.bytes);
    const known = head ?? readHead(body);
    assert.ok(known);
    const isFirst = head === undefined;
    head = known;
    const frames = isFirst ? body.subarray(headBytes) : body;
    place = followFrames(frames, known, isFirst ? getPositionBeforeFrames(known) : place);
    return piece.isAtEnd;
  }
  while (!(await fetchPiece()));
  const last = fetchPiece();
  store('the last that it hears of');
  await last;

  assert.equal(responder.readState().waiting, 'on');
  store('stored while the spare is away');
  const answered = responder.wait();
  clock.advance({ seconds: 1 });
  responder.checkpoint();
  assert.equal(responder.readState().waiting, 'on');
  clock.advance({ seconds: 1 });
  responder.checkpoint();
  await answered;
  assert.equal(responder.readState().waiting, 'given-up');
  clock.advance({ minutes: 1 });
  store('a minute later');
  responder.checkpoint();
  assert.equal(responder.wait(), undefined);
  assert.equal(responder.readState().isAttached, false);
  const missed = v.parse(LogChunkMessage, (await ask({ ask: 'log', session, place })).head);
  assert.deepEqual([missed.needsBase, missed.isAtEnd], [false, true]);
});

test('a slow spare makes responses that wait for it slow, and loses none', async () => {
  const network = await openNetwork(app.url);
  const spare = await follow(network.url);
  network.delay(150);
  const began = performance.now();
  await post('As slow as the way to the spare');
  assert.ok(performance.now() - began >= 150, 'the answer waited for nothing');
  await assertSame(spare);
});

test('of two machines with the same code one follows, and the other gets an error while it does', async () => {
  const first = await follow(app.url);
  const second = startSpare(app.url, code);
  await waitUntilSpareSays(second, /follows it already, and only one machine can; trying again/);
  assert.ok(first.following.isAttached);
  assert.equal(second.following.isAttached, false);
  await first.stop();
  currentSpare = second;
  await waitUntilSpareSays(second, /copy of the database is complete/);
  await assertSame(second);
});

test('a spare with a different protocol form gets an error', async () => {
  const link = createLink(app.url, code);
  after(link.close);
  const question = { ask: 'hello', version, port: 1, isSecure: false, machine: 'older', generation: 1 } as const;
  await assert.rejects(link.ask(question, HelloAnswer), (error) => {
    assert.ok(error instanceof PeerDeclined && !error.mayRetry);
    assert.equal(
      error.message,
      `the server runs Gangway ${version}, messages of form 4, the spare ${version}: install the same version on both, then run \`gangway spare run\` on the spare again`,
    );
    return true;
  });
});

test('reports a clock that is an hour off, and shows times by the server’s clock', async () => {
  app.clock.set(new Date(Date.now() + 3_600_000));
  const spare = await follow(app.url);
  await waitUntilSpareSays(spare, /the server's clock is (59|60) minutes ahead of the one here/);
  await post('An hour ahead');
  const newest = new Date(spare.following.state?.newestCommit ?? 0);
  assert.ok(newest.getTime() > Date.now() + 3_000_000, newest.toISOString());
  await assertSame(spare);
});
