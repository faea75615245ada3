import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Context, transact } from '#area/context.ts';
import { deliver } from '#core/notifications/deliver.ts';
import { deleteOldestEvents, findEventRange, findEventsAfter, insertEvent } from '#core/notifications/store.ts';
import { startTestApp } from '../support/app.ts';

const [{ context }, { context: otherContext }] = [await startTestApp(), await startTestApp()];

/** Stores an event on each of these topics at an instant; returns their numbers. */
const storeEvents = (instance: Context, topics: readonly string[], createdAt: Date): number[] =>
  transact(instance, ({ db }) =>
    topics.map((topic) =>
      insertEvent(db, { topic, kind: 'k', subjectID: topic, recipients: null, exceptUserID: null, createdAt }),
    ),
  );

const findTopics = (topics: readonly string[], after: number, max = 10): string[] =>
  findEventsAfter(context.db, { userID: 'james', topics, after, max }).map(({ subjectID }) => subjectID);

const now = new Date(Date.UTC(2025, 2, 3));
const earlier = new Date(now.getTime() - 1000);

describe('events after a sequence number', () => {
  const { newest } = findEventRange(context.db);
  const numbers = storeEvents(
    context,
    ['fez:lanterns', 'notifications:fez:lanterns', 'fez:chess', 'fez:lanterns', 'a'],
    now,
  );

  test('belong to the requested topics only, not to topics with the same ending', () => {
    assert.deepEqual(findTopics(['fez:lanterns'], newest), ['fez:lanterns', 'fez:lanterns']);
    assert.deepEqual(findTopics(['notifications:fez:lanterns'], newest), ['notifications:fez:lanterns']);
    assert.deepEqual(findTopics(['a'], newest), ['a']);
    assert.deepEqual(findTopics(['lanterns'], newest), []);
  });

  test('come in order, each once, even if several topics have the same ending', () => {
    const topics = ['a', 'fez:chess', 'notifications:fez:lanterns', 'fez:lanterns'];
    const all = ['fez:lanterns', 'notifications:fez:lanterns', 'fez:chess', 'fez:lanterns', 'a'];
    assert.deepEqual(findTopics(topics, newest), all);
    assert.deepEqual(findTopics(topics, numbers[1] ?? 0), all.slice(2));
    assert.deepEqual(findTopics(topics, newest, 2), all.slice(0, 2));
  });
});

test('deletes expired events, oldest first and no more than requested', () => {
  const deleteSome = (before: Date, max: number) =>
    transact(otherContext, ({ db }) => deleteOldestEvents(db, before, max));
  const [first = 0] = storeEvents(otherContext, ['x', 'x', 'x'], earlier);
  const [kept] = storeEvents(otherContext, ['y', 'y'], now);
  assert.equal(deleteSome(earlier, first + 4), 0);
  assert.equal(deleteSome(now, 2), 2);
  assert.equal(findEventRange(otherContext.db).oldest, first + 2);
  assert.equal(deleteSome(now, 2), 1);
  assert.equal(deleteSome(now, 2), 0);
  assert.equal(findEventRange(otherContext.db).oldest, kept);
});

test('after the clock was set back, no event is deleted before an older one', () => {
  const [later, first] = [new Date(now.getTime() + 1000), findEventRange(otherContext.db).newest + 1];
  transact(otherContext, ({ db }) => deleteOldestEvents(db, later, 100));
  storeEvents(otherContext, ['ahead'], later);
  storeEvents(otherContext, ['put back'], earlier);
  storeEvents(otherContext, ['ahead'], later);
  transact(otherContext, ({ db }) => deleteOldestEvents(db, now, 100));
  assert.equal(findEventRange(otherContext.db).oldest, first + 2);
});

test('adding an event updates one index', () => {
  const indexes = context.db.sqlite.prepare("SELECT name FROM pragma_index_list('event_log')").pluck().all();
  assert.deepEqual(indexes, ['event_log_by_place']);
});

test('an event whose kind has no hydrator is neither stored nor sent', () => {
  const { newest } = findEventRange(context.db);
  const delivery = { topic: 'a', frame: {}, concerns: () => true };
  const event = { topic: 'a', kind: 'unheardOf', subjectID: '1' };
  assert.throws(() => transact(context, (writing) => deliver(writing, delivery, event)), /hydrator.*unheardOf/);
  assert.equal(findEventRange(context.db).newest, newest);
});
