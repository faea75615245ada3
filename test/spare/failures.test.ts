import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';
import { waitUntil } from '../support/processes.ts';
import { openNetwork } from './network.ts';
import { dumpDatabase, pairWith, type Spare, startSpare } from './spare.ts';

const book = createLogBook();
const app = await startTestApp({ environment: { SPARE_WAIT: 'true' }, log: book.log });
const code = pairWith(app);
const james = await app.logIn('james');

const post = (text: string) => james.get(microblogApi.create, { body: { text, images: [] } });

const timesSaid = (words: RegExp) => book.find(words).length;
const waits = /answers wait for the disk of the spare/;
const waitsNoMore = /answers no longer wait for it/;
const says = (spare: Spare, words: RegExp) =>
  waitUntil(`the spare says ${words}`, () => spare.lines.some((line) => words.test(line)));

let present: Spare | undefined;

/** Follows the box until it has everything; who followed before does so no more. */
async function follow(url: string): Promise<Spare> {
  await present?.stop();
  app.clock.advance({ minutes: 1 });
  const spare = startSpare(url, code);
  present = spare;
  await waitUntil('it has everything', () => spare.following.isAtEnd);
  await waitUntil('answers wait', () => timesSaid(waits) > timesSaid(waitsNoMore));
  return spare;
}

/** Ends the following; what is there must be all that the box has. */
async function assertSame(spare: Spare): Promise<void> {
  const before = dumpDatabase(app.context.db.sqlite);
  await spare.stop();
  assert.deepEqual(spare.dump(), before);
}

test('a network that is cut for a minute holds answers up for two seconds; then both sides say so, and go on by themselves', async () => {
  const network = await openNetwork(app.url);
  const spare = await follow(network.url);
  const before = { waits: timesSaid(waits), waitsNoMore: timesSaid(waitsNoMore) };
  network.cut();
  await says(spare, /trying again/);
  let isAnswered = false;
  const answered = post('While nobody hears of it').then(() => {
    isAnswered = true;
  });
  await waitUntil(
    'it is stored',
    () =>
      app.context.db.sqlite.prepare("SELECT 1 FROM microblog_posts WHERE text LIKE 'While nobody%'").get() !==
      undefined,
  );
  app.clock.advance({ seconds: 1 });
  await app.runJob('checkpoint');
  assert.equal(isAnswered, false);
  app.clock.advance({ seconds: 1 });
  await app.runJob('checkpoint');
  await answered;
  assert.equal(timesSaid(waitsNoMore), before.waitsNoMore + 1);

  app.clock.advance({ minutes: 1 });
  await app.runJob('checkpoint');
  await post('A minute later');
  network.mend();
  await waitUntil('answers wait again', () => timesSaid(waits) > before.waits);
  await assertSame(spare);
  assert.equal(spare.lines.filter((line) => line === 'the copy of the database is complete').length, 1);
});

test('a slow spare makes answers slow where they wait for it, and never loses one', async () => {
  const network = await openNetwork(app.url);
  const spare = await follow(network.url);
  network.delay(150);
  const began = performance.now();
  await post('As slow as the way to the spare');
  assert.ok(performance.now() - began >= 150, 'the answer waited for nothing');
  await assertSame(spare);
});

test('of two machines with the same code one follows, and the other is told so until that one is gone', async () => {
  const first = await follow(app.url);
  const second = startSpare(app.url, code);
  await says(second, /follows it already, and only one machine can; trying again/);
  assert.ok(first.following.isAttached);
  assert.equal(second.following.isAttached, false);
  await first.stop();
  present = second;
  app.clock.advance({ minutes: 1 });
  await says(second, /copy of the database is complete/);
  await assertSame(second);
});

test('a clock that is wrong by an hour is named, and what is there is told by the clock of the box', async () => {
  app.clock.set(new Date(Date.now() + 3_600_000));
  const spare = await follow(app.url);
  await says(spare, /the clock of the box is 6\d minutes ahead of the one here/);
  await post('An hour ahead');
  const newest = new Date(spare.following.state?.newestCommit ?? 0);
  assert.ok(newest.getTime() > Date.now() + 3_000_000, newest.toISOString());
  await assertSame(spare);
});
