import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import type { Feature } from '#contract/features.ts';
import { changeSettings } from '#core/settings/index.ts';
import { setLevel } from '#core/users/index.ts';
import { giveRegistrationCodes } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { listEveryPair, type SweepCall } from '../support/sweep.ts';
import {
  type AppWithReaders,
  findVisibility,
  getResponseFor,
  listCalls,
  listen,
  type MarkedContent,
  makeMarkedContent,
} from './gallery.ts';
import type { ContentChange, ContentVisibility, SeenKind } from './kind.ts';
import { callsCountingHidden, kinds } from './kinds.ts';
import { createReaders, hideAuthor, type Reader, type Readers, readerNames, staff } from './readers.ts';
import {
  getCallName,
  getExpectedAfterChange,
  getExpectedVisibility,
  getReaderAfter,
  isReviewed,
  showsKind,
} from './table.ts';

/**
 * One table of what everyone sees: every kind of content, every call, every reader, and every change to content.
 * README.md in this folder explains how to add a kind.
 */
const app = await startTestApp();
const people = await createReaders(app);
const scene = { app, readers: people, host: await app.newcomer('host'), admin: await app.logIn('admin') };
const initialContent = await makeMarkedContent(scene, kinds, 'first');
const calls = listCalls(scene, initialContent);
let appWithReaders: AppWithReaders = { app, readers: await hideAuthor(app, people) };

/** The visibility of all new content, by reader and call. */
const initialVisibility = new Map<Reader, Map<SweepCall, ReadonlyMap<SeenKind, ContentVisibility>>>();
await Promise.all(
  readerNames.map(async (reader) => {
    const shown = new Map<SweepCall, ReadonlyMap<SeenKind, ContentVisibility>>();
    for (const call of calls) {
      const said = await getResponseFor(appWithReaders, reader, call);
      shown.set(call, new Map(initialContent.map((one) => [one.kind, findVisibility(said, one)])));
    }
    initialVisibility.set(reader, shown);
  }),
);

const isInitiallyShown = (reader: Reader, call: SweepCall, kind: SeenKind): boolean =>
  initialVisibility.get(reader)?.get(call)?.get(kind) === 'shown';

describe('shows each reader what they may see, by call:', () => {
  for (const kind of kinds) {
    test(kind.word, () => {
      const wrong = [...new Set(calls.map(({ name }) => name))].flatMap((name) =>
        readerNames.flatMap((reader) => {
          const ofEndpoint = calls.filter((call) => call.name === name);
          const leaks = ofEndpoint.filter(
            (call) => isInitiallyShown(reader, call, kind) && !mayBeShown(kind, getCallName(call), reader),
          );
          const isDue = getExpectedVisibility(kind, name, reader) === 'shown';
          const isMissing = isDue && !ofEndpoint.some((call) => isInitiallyShown(reader, call, kind));
          return [
            ...leaks.map((call) => `${reader} is shown it by ${getCallName(call)}`),
            ...(isMissing ? [`${reader} is not shown it by ${name}`] : []),
          ];
        }),
      );
      assert.deepEqual([...new Set(wrong)], []);
    });
  }
});

/** Content shown with its author appears in calls outside the table, but never for users it's hidden from. */
const mayBeShown = (kind: SeenKind, way: string, reader: Reader): boolean =>
  getExpectedVisibility(kind, way, reader) === 'shown' ||
  (kind.goesAlong === true && !showsKind(kind, way) && getExpectedVisibility(kind, 'users.header', reader) === 'shown');

/** Collects the responses of all calls to these readers. */
async function collectResponses(names: readonly Reader[]): Promise<Map<Reader, Map<SweepCall, string>>> {
  const told = names.map(async (reader) => {
    const said = new Map<SweepCall, string>();
    for (const call of calls) said.set(call, await getResponseFor(appWithReaders, reader, call));
    return [reader, said] as const;
  });
  return new Map(await Promise.all(told));
}

/** Removes the current time, and the time of a chat's last change, which anyone's post updates (fez rule 35). */
const removeTimes = (said = ''): string =>
  said.replaceAll(/"(serverTime|lastModificationTime)":"[^"]*"|(DTSTAMP|LAST-MODIFIED):.*/g, '');

type ResponsesByReader = ReadonlyMap<Reader, Map<SweepCall, string>>;

/** Lists the calls whose response has changed, though it shows the reader nothing of these kinds. */
function findChanged(more: readonly SeenKind[], before: ResponsesByReader, after: ResponsesByReader): string[] {
  const isForReader = (reader: Reader, way: string) =>
    more.some((kind) => getExpectedVisibility(kind, way, reader) === 'shown') || way in callsCountingHidden;
  return [...before].flatMap(([reader, told]) =>
    [...told]
      .filter(([call]) => !isForReader(reader, getCallName(call)))
      .filter(([call, said]) => removeTimes(said) !== removeTimes(after.get(reader)?.get(call)))
      .map(([call]) => `${reader}: ${getCallName(call)}`),
  );
}

const fromAuthor = ['blocker', 'blockersOther', 'blocked'] as const satisfies readonly Reader[];
/** All readers who can open a socket. */
const listeners = readerNames.filter((name) => name !== 'anonymous' && name !== 'banned');

/** Makes one more piece of each of these kinds; returns them, and the readers who were notified of each. */
async function makeMore(more: readonly SeenKind[]) {
  const sockets = await Promise.all(listeners.map(async (name) => ({ name, ...(await listen(appWithReaders, name)) })));
  app.clock.advance({ minutes: 1 });
  const made = await makeMarkedContent({ ...scene, readers: appWithReaders.readers }, more, 'second');
  const heard = await Promise.all(sockets.map(async ({ name, heard }) => ({ name, frames: await heard() })));
  for (const { close } of sockets) close();
  const toldOf = ({ piece }: MarkedContent) =>
    heard.filter(({ frames }) => frames.some((frame) => piece.isAbout(frame))).map(({ name }) => name);
  return { made, heard: Object.fromEntries(made.map((one) => [one.kind.word, toldOf(one).toSorted()])) };
}

describe('new content changes nothing for those it’s hidden from, and notifies those it concerns:', () => {
  const kindsOf = (isHiddenByMute: boolean) =>
    kinds.filter((kind) => !kind.isOnly && kind.isHiddenByMute === isHiddenByMute);
  const cases: Readonly<Record<string, readonly [readonly SeenKind[], readonly Reader[]]>> = {
    'what a mute hides too': [kindsOf(true), ['blocker', 'blocked', 'muter']],
    'what only a block hides': [kindsOf(false), ['blockersOther', 'blocked']],
  };
  for (const [what, [more, hiddenFrom]] of Object.entries(cases)) {
    test(what, async () => {
      const before = await collectResponses(hiddenFrom);
      const { made, heard } = await makeMore(more);
      const changed = findChanged(more, before, await collectResponses(hiddenFrom));
      for (const { piece } of made) await piece.delete();
      assert.deepEqual([...new Set(changed)], []);
      const due = Object.fromEntries(more.map(({ word, heardBy }) => [word, heardBy.toSorted()]));
      assert.deepEqual(heard, due);
    });
  }
});

/** Fills the parameters that a call about a piece requires. */
const itemFields = { category: 'have', itemName: 'A thing' };
const callBody = { text: 'An answer', images: [], message: '', filename: `${randomUUID()}.jpg`, ...itemFields };

/** Lists the calls about a piece, and the same calls with an id that doesn't exist. */
function listPairs({ kind, piece: { id } }: MarkedContent) {
  if (!id) return [];
  const [name, value] = id;
  const areasOfKind = new Set(Object.keys(kind.ways).map((way) => way.split('.')[0]));
  const others = { userID: [scene.host.userID], text: ['answer'], title: ['Another title'] };
  return listEveryPair(name, value, /^\d+$/.test(value) ? '2000000000' : randomUUID(), others, () => false).filter(
    ({ name }) => areasOfKind.has(name.split('.')[0]),
  );
}

describe('after a block, every call that names it treats it as missing:', () => {
  for (const one of initialContent) {
    test(one.kind.word, async () => {
      const pairs = listPairs(one);
      assert.equal(pairs.length > 0, one.piece.id !== undefined);
      for (const reader of fromAuthor) {
        for (const { name, method, hidden, unknown } of pairs) {
          const reply = async (path: string) =>
            (await appWithReaders.readers[reader].send(method, path, method === 'GET' ? {} : { body: callBody }))
              .status;
          assert.equal(await reply(hidden), await reply(unknown), `${reader}: ${name}, ${method} ${hidden}`);
        }
      }
    });
  }
});

/** Applies a change to some content; returns a function that undoes it. */
type ApplyChange = (one: MarkedContent) => Promise<(() => Promise<unknown>) | undefined>;

const createStateChange =
  (state: 'quarantined' | 'reviewed' | 'locked'): ApplyChange =>
  async ({ piece }) => {
    await piece.setState?.(state);
    return piece.setState && (() => piece.setState?.('normal') ?? Promise.resolve());
  };

/** The number of reports that the kind with the highest threshold requires. */
const reporters = [people.insider, people.outsider, people.wordMuter, people.quarantined, scene.host];
await giveRegistrationCodes(app, ...reporters);

async function reportOften({ piece }: MarkedContent): Promise<(() => Promise<unknown>) | undefined> {
  const { report, setState } = piece;
  if (!report || !setState) return undefined;
  for (const reporter of reporters) await report(reporter);
  return () => setState('normal');
}

const disableFeatures = (disabled: readonly Feature[]) =>
  transact(app.context, (context) =>
    changeSettings(context, { disabledFeatures: disabled.map((feature) => ({ app: 'all', feature })) }),
  );

async function banAuthor(): Promise<() => Promise<unknown>> {
  const { userID, username } = people.author;
  transact(app.context, (context) => setLevel(context, userID, 'banned'));
  return async () => {
    transact(app.context, (context) => setLevel(context, userID, 'verified'));
    const readers: Readers = { ...appWithReaders.readers, author: await app.logIn(username) };
    appWithReaders = { ...appWithReaders, readers };
  };
}

const changeAppliers: Readonly<Record<ContentChange, ApplyChange>> = {
  quarantined: createStateChange('quarantined'),
  reviewed: createStateChange('reviewed'),
  locked: createStateChange('locked'),
  autoQuarantined: reportOften,
  async restricted({ piece: { restrict } }) {
    await restrict?.(true);
    return restrict && (() => restrict(false));
  },
  async featureOff({ kind: { feature } }) {
    if (feature) disableFeatures([feature]);
    return feature && (async () => disableFeatures([]));
  },
  authorBanned: banAuthor,
  // This change comes last, since it can't be undone.
  async deleted({ piece }) {
    await piece.delete();
    return async () => {};
  },
};

/** Lists as few calls as possible that cover each line of the table for a piece. */
function listShowing(kind: SeenKind): SweepCall[] {
  const ofTable = calls.filter((call) => showsKind(kind, getCallName(call)) || kind.goesAlong);
  const lines = Map.groupBy(ofTable, (call) => (getCallName(call) in kind.ways ? getCallName(call) : call.name));
  return [...lines.values()].flatMap((ofLine) => {
    const covered = new Set<Reader>();
    return ofLine.filter((call) => {
      const news = readerNames.filter((reader) => !covered.has(reader) && isInitiallyShown(reader, call, kind));
      for (const reader of news) covered.add(reader);
      return news.length > 0;
    });
  });
}

/** Lists the entries of the table that don't hold for a piece after a change. */
async function findWrong(one: MarkedContent, fate: ContentChange): Promise<string[]> {
  const { kind } = one;
  const showing = listShowing(kind);
  const byReader = readerNames.map(async (reader) => {
    const wrong: string[] = [];
    const asReader = getReaderAfter(kind, reader, fate);
    for (const call of showing) {
      const way = getCallName(call);
      // Where other users are named, only a review hides the name, and moderators see it.
      if (!showsKind(kind, way) && (!isReviewed(fate) || way.startsWith('moderation.'))) continue;
      const sight = findVisibility(await getResponseFor(appWithReaders, reader, call), one);
      const expected = getExpectedAfterChange(kind, way, asReader, fate, isInitiallyShown(asReader, call, kind));
      // A reader who can't see the name may still see who the user is.
      const isRight =
        kind.goesAlong && (expected !== 'shown' || !showsKind(kind, way)) ? sight !== 'shown' : sight === expected;
      if (!isRight) wrong.push(`${reader}: ${way} ${sight}, not ${expected}`);
    }
    return wrong;
  });
  return (await Promise.all(byReader)).flat();
}

/** Returns the readers notified of this content when they reconnect. Throws if one gets text they mustn't see. */
async function findReplayReaders({ kind, mark, piece }: MarkedContent, fate: ContentChange): Promise<Reader[]> {
  const told = listeners
    .filter((name) => !(fate === 'authorBanned' && name === 'author'))
    .map(async (name) => {
      const socket = await listen(appWithReaders, name, '?since=0');
      const frames = (await socket.heard()).filter((frame) => piece.isAbout(frame));
      socket.close();
      const tellsWords = frames.some((frame) => JSON.stringify(frame).includes(mark));
      assert.ok(!tellsWords || (kind.heardBy.includes(name) && !isReviewed(fate)), `${name} gets the words`);
      return frames.length > 0 ? [name] : [];
    });
  return (await Promise.all(told)).flat();
}

/** Returns who gets a piece on replay: users who were notified and can still see that it exists. */
function computeExpectedReplay(kind: SeenKind, fate: ContentChange): readonly Reader[] {
  if (fate === 'deleted' || fate === 'featureOff') return [];
  return kind.heardBy.filter((name) => fate !== 'restricted' || staff.some((one) => one === name));
}

for (const [fate, happen] of Object.entries(changeAppliers) as [ContentChange, ApplyChange][]) {
  describe(`content that is ${fate}:`, () => {
    for (const one of initialContent) {
      test(one.kind.word, async (context) => {
        await one.piece.refresh?.();
        const takeBack = await happen(one);
        if (!takeBack) return context.diagnostic('never');
        const wrong = await findWrong(one, fate);
        const replayed = await findReplayReaders(one, fate);
        await takeBack();
        assert.deepEqual(wrong, []);
        assert.deepEqual(replayed.toSorted(), computeExpectedReplay(one.kind, fate).toSorted());
      });
    }
  });
}
