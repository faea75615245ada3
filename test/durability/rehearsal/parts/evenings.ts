import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Reply } from '../../../support/client.ts';
import { createPicture } from '../../../support/pictures.ts';
import type { Sailor } from '../../soak/world.ts';
import { callIfReachable, type Day, type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

/** Actions of an evening by their unique text; `perhaps` if a kill prevented the response. */
type Done = Map<string, 'certainly' | 'perhaps'>;

const millisecondsBetween = 400;
const pageLength = 50;

/**
 * In the evenings people upload photos, sing karaoke and solve a hunt. On one day they wait until the spare has taken
 * over: if an upload is cut off, the spare may have the photo's row without its file.
 */
export function createEveningsPart(stage: Stage, dayOfTakeover: number): RehearsalPart {
  const { world, clock, machines, random } = stage;
  const done: Record<'photos' | 'songs' | 'answers', Done> = {
    photos: new Map(),
    songs: new Map(),
    answers: new Map(),
  };
  let [songID, puzzleID, number] = ['', '', 0];

  async function send(
    sailor: Sailor,
    path: string,
    options: Parameters<Client['send']>[2],
  ): Promise<Reply<unknown> | undefined> {
    return callIfReachable(world, () => sailor.client.send('POST', `/api/v3/${path}`, options));
  }

  function note(what: Done, key: string, reply: Reply<unknown> | undefined): void {
    // The service rejects users in quarantine, and users who have just uploaded a photo.
    if (reply && [403, 429].includes(reply.status)) return;
    assert.ok(!reply || reply.status < 300, `${key}: ${reply?.status} ${reply?.reason}`);
    what.set(key, reply ? 'certainly' : 'perhaps');
  }

  async function doSomething(singer: Sailor): Promise<void> {
    number += 1;
    const sailor = random.oneOf(world.sailors);
    // Every photo has its own time; no two are from the same second.
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString();
    const image = (await createPicture({ colour: `#${String(number).padStart(6, '0')}` })).toString('base64');
    note(
      done.photos,
      createdAt,
      await send(sailor, 'photostream/upload', { body: { image, createdAt, locationName: 'Pool Area' } }),
    );
    const song = `Sung ${number}`;
    note(done.songs, song, await send(singer, `karaoke/${songID}/logperformance`, { body: { note: song } }));
    const answer = `guess ${number}`;
    const headers = { 'content-type': 'text/plain' };
    note(
      done.answers,
      `${sailor.userID} ${answer}`,
      await send(sailor, `hunts/puzzles/${puzzleID}/callin`, { body: answer, headers }),
    );
  }

  return {
    promise: 'Every photo, song and answer to a hunt is there, once',
    target: 'all',
    async prepare() {
      const [singer] = world.sailors;
      assert.ok(singer);
      const songs = await world.admin.client.send('GET', '/api/v3/karaoke?search=amazing');
      songID = songs.body.songs[0].songID;
      const role = await world.admin.client.send(
        'POST',
        `/api/v3/admin/userroles/karaokemanager/addrole/${singer.userID}`,
      );
      assert.ok(role.status < 300, role.reason);
      puzzleID = await makeHunt(world.admin.client);
    },
    async play(day: Day) {
      await waitUntilShareOf(day, 0.6, clock);
      while (day.number === dayOfTakeover && machines.deaths === 0) await pause(millisecondsBetween);
      const [singer] = world.sailors;
      assert.ok(singer);
      while (clock.now() < day.until) {
        await doSomething(singer);
        await pause(millisecondsBetween);
      }
    },
    async compare() {
      const { client } = world.admin;
      const photos = await readPages(client, 'photostream', ({ photos }) => photos);
      assertSame(
        'photos',
        done.photos,
        photos.map(({ createdAt }) => createdAt),
      );
      const songs = await readPages(client, 'karaoke/performance', ({ songs }) => songs);
      assertSame(
        'songs',
        done.songs,
        songs.map(({ performers }) => performers),
      );
      const answers = await Promise.all(
        world.sailors.map(async ({ userID, client }) => {
          const { body } = await client.send('GET', `/api/v3/hunts/puzzles/${puzzleID}`);
          return body.callIns.map(({ rawSubmission }: { rawSubmission: string }) => `${userID} ${rawSubmission}`);
        }),
      );
      assertSame('answers', done.answers, answers.flat());
    },
    figure: () =>
      Object.entries(done)
        .map(([what, { size }]) => `${size} ${what}`)
        .join(', '),
  };
}

async function makeHunt(maker: Client): Promise<string> {
  const title = 'A hunt of the rehearsal';
  const puzzles = [{ title: 'Its only puzzle', body: 'Guess', answer: 'no one guesses it', hints: {} }];
  const made = await maker.send('POST', '/api/v3/hunts/create', { body: { title, description: 'Guess', puzzles } });
  assert.ok(made.status < 300, made.reason);
  const { body } = await maker.send('GET', '/api/v3/hunts');
  const { huntID } = body.hunts.find((hunt: { title: string }) => hunt.title === title);
  return (await maker.send('GET', `/api/v3/hunts/${huntID}/admin`)).body.puzzles[0].puzzleID;
}

/** A page of one of the lists. */
interface Page {
  readonly photos?: readonly { readonly createdAt: string }[];
  readonly songs?: readonly { readonly performers: string }[];
}

/** Reads all pages of a list. */
async function readPages<Item>(
  client: Client,
  path: string,
  itemsOf: (body: Page) => readonly Item[] | undefined,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let start = 0; ; start += pageLength) {
    const { status, body, reason } = await client.send('GET', `/api/v3/${path}?start=${start}&limit=${pageLength}`);
    assert.equal(status, 200, `${path}: ${reason}`);
    all.push(...(itemsOf(body) ?? []));
    if (start + pageLength >= body.paginator.total) return all;
  }
}

function assertSame(what: string, done: Done, found: readonly string[]): void {
  const known = (key: string) => done.get(normalizeTime(key));
  const keys = new Set(found.map(normalizeTime));
  assert.equal(keys.size, found.length, `${what}: one is there twice`);
  const missing = [...done].filter(([key, state]) => state === 'certainly' && !keys.has(key)).map(([key]) => key);
  assert.deepEqual(missing, [], `${what} that were acknowledged are missing`);
  assert.deepEqual(
    [...keys].filter((key) => !known(key)),
    [],
    `${what} that no one has sent`,
  );
}

/** Times may or may not have fractions of seconds. */
const normalizeTime = (text: string): string => text.replace(/(:\d\d)\.000Z$/, '$1Z').replace(/(:\d\d)Z$/, '$1.000Z');
