import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, test } from 'node:test';
import sharp from 'sharp';
import { transact } from '#area/context.ts';
import { performersApi } from '#features/performers/api.ts';
import { eventPerformers, performers, performerUploads } from '#features/performers/tables.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { measure } from '../../support/stopwatch.ts';
import { startSampleShip } from '../schedule/support.ts';
import { addOfficial, getNames, linkToEvent } from './support.ts';

/** A server for the pictures of a list, and the pictures. */
const picture = await createPicture({ width: 60, height: 40 });
const pictures = createServer(({ url }, response) => {
  if (url?.startsWith('/good')) response.end(picture);
  else response.writeHead(url === '/text' ? 200 : 404).end('no picture');
}).listen(0, '127.0.0.1');
await once(pictures, 'listening');
after(() => pictures.close());
const servePictureAt = (path: string) => `http://127.0.0.1:${(pictures.address() as AddressInfo).port}${path}`;

const ship = await startSampleShip({ mayReach: (address) => address === '127.0.0.1' });
const { anonymous, eventParams } = ship;
const desk = await ship.atLevel('devteam');
const [lanternsID, eveningID, meetingID] = ['05', '14', '22'].map((number) => eventParams(number).params.event_id);

/** Returns an entry of a list, in which only the name matters. */
const getEntry = (name: string, { photo, ...more }: { photo?: string } & Record<string, unknown> = {}) => ({
  header: { name, isOfficialPerformer: true, photo },
  yearsAttended: [],
  events: [],
  ...more,
});
const upload = (entries: unknown) => desk.call(performersApi.uploadPerformers, { body: entries });
const comparePerformers = () => desk.get(performersApi.comparePerformers);
const applyPerformers = (query = {}) => desk.call(performersApi.applyPerformers, { query });

async function findPerformer(name: string) {
  const { performers } = await anonymous.get(performersApi.officialPerformers, { query: { search: name } });
  const found = performers.find((performer) => performer.name === name);
  return anonymous.get(performersApi.performer, { params: { performer_id: found?.id ?? 'anonymous' } });
}
const listNames = async () =>
  getNames(await anonymous.get(performersApi.officialPerformers, { query: { limit: 200 } }));
const getTitles = async (name: string) => (await findPerformer(name)).events.map(({ title }) => title);

beforeEach(() => {
  transact(ship.context, (context) => {
    context.db.queries.delete(eventPerformers).run();
    context.db.queries.delete(performers).run();
    context.db.queries.delete(performerUploads).run();
  });
});

describe('the uploaded list (rule 77)', () => {
  test('is missing at first: verifying and applying it are 400', async () => {
    assert.equal((await desk.call(performersApi.comparePerformers)).status, 400);
    assert.equal((await applyPerformers()).status, 400);
  });

  test('is replaced by the next one', async () => {
    await upload([getEntry('First Name')]);
    assert.equal((await upload([getEntry('Second Name'), getEntry(''), getEntry('Third Name')])).status, 200);
    assert.deepEqual(await listNames(), []);
    assert.deepEqual(
      (await comparePerformers()).newPerformers.map(({ header }) => header.name),
      ['Second Name', 'Third Name'],
    );
    await upload([]);
    assert.deepEqual((await comparePerformers()).newPerformers, []);
  });

  test('gets errors that name what’s wrong, whether it’s short or long', async () => {
    const wrong = getEntry('Someone', { website: 'javascript:alert(1)' });
    for (const count of [1, 400]) {
      const filler = Array.from({ length: count }, (_, index) => getEntry(`Person ${index}`, { bio: 'x'.repeat(300) }));
      const reply = await upload([...filler, wrong]);
      assert.deepEqual(Object.keys(reply.fieldErrors ?? {}), [`${count}.website`]);
    }
    assert.equal((await upload(Array.from({ length: 5_001 }, () => getEntry('x')))).status, 400);
    assert.equal((await upload({ name: 'x' })).status, 400);
  });
});

describe('differences from the stored performers', () => {
  test('lists new performers, changed texts before and after, and missing performers (rule 78)', async () => {
    await addOfficial(desk, 'Ada Brook', {
      bio: 'Old',
      title: '',
      website: 'https://a.example',
      alternativeNames: ['A. B.'],
    });
    await addOfficial(desk, 'Zoe Same', { bio: 'Same', yearsAttended: [2020] });
    await addOfficial(desk, 'Gone Away');
    await upload([
      getEntry('ada BROOK', { bio: 'New', xURL: 'https://x.example', website: 'https://a.example', pronouns: '' }),
      getEntry('Zoe Same', { bio: 'Same', yearsAttended: [2021], photo: servePictureAt('/good') }),
      getEntry('New Person', { bio: 'Hello', photo: 'https://b.example/p.jpg', yearsAttended: [2022] }),
    ]);
    const { newPerformers, updatedPerformers, unchangedCount, notInSourcePerformers } = await comparePerformers();
    assert.deepEqual(newPerformers, [
      {
        header: { name: 'New Person', photo: 'https://b.example/p.jpg', isOfficialPerformer: true },
        bio: 'Hello',
        yearsAttended: [2022],
        scrapedEventRefs: [],
        events: [],
      },
    ]);
    assert.equal(updatedPerformers[0]?.header.name, 'Ada Brook');
    assert.deepEqual(updatedPerformers[0]?.changedFields, [
      { fieldName: 'Pronouns', oldValue: '(none)', newValue: '(blank)' },
      { fieldName: 'Bio', oldValue: 'Old', newValue: 'New' },
      { fieldName: 'Title', oldValue: '(blank)', newValue: '(none)' },
      { fieldName: 'X', oldValue: '(none)', newValue: 'https://x.example' },
    ]);
    assert.deepEqual([updatedPerformers.length, unchangedCount], [1, 1]);
    assert.deepEqual(getNames({ performers: notInSourcePerformers }), ['Gone Away']);
  });

  test('match names first, then alternative names (rule 78)', async () => {
    await addOfficial(desk, 'Ada Brook', { alternativeNames: ['The Singer'] });
    await addOfficial(desk, 'The Singer');
    await addOfficial(desk, 'Robert Long', { alternativeNames: ['Bob'] });
    await upload([getEntry('the singer'), getEntry('BOB'), getEntry('bob')]);
    const { newPerformers, unchangedCount, notInSourcePerformers } = await comparePerformers();
    assert.deepEqual([newPerformers, unchangedCount], [[], 2]);
    assert.deepEqual(getNames({ performers: notInSourcePerformers }), ['Ada Brook']);
  });

  test('list missing links by uid, else by title and exact start, and unknown events (rule 79)', async () => {
    linkToEvent(ship, await addOfficial(desk, 'Ada Brook'), meetingID ?? '');
    const { uid, title, location } = await anonymous.get(scheduleApi.event, eventParams('14'));
    assert.notEqual(location, '');
    const startTime = '2025-03-04T01:00:00Z';
    await upload([
      getEntry('Ada Brook', {
        scrapedEventRefs: [
          { uid, title: 'Another title', startTime: '2020-01-01T00:00:00Z' },
          { uid: 'unknown', title: title.toUpperCase(), startTime },
          { title: 'Meet Ada Brook', startTime: '2025-03-05T16:00:00Z' },
          { title, startTime: '2025-03-04T02:00:00Z' },
          { title, startTime: '2025-03-04T02:00:00Z' },
        ],
      }),
    ]);
    const { eventLinksToAdd, unmatchedScrapedEvents } = await comparePerformers();
    assert.deepEqual(eventLinksToAdd, [
      {
        performerName: 'Ada Brook',
        eventTitle: 'An Evening with Ada Brook',
        eventStartTime: '3/3/25, 8:00 PM EST',
        eventLocation: location,
      },
    ]);
    assert.deepEqual(unmatchedScrapedEvents, [
      { performerName: 'Ada Brook', eventTitle: 'An Evening with Ada Brook', eventStartTime: '3/3/25, 9:00 PM EST' },
    ]);
  });
});

describe('applying it (rule 80)', () => {
  const references = [{ title: 'An Evening with Ada Brook', startTime: '2025-03-04T01:00:00Z' }];

  test('adds, changes and links, keeps pictures and everyone else, and can be repeated', async () => {
    const photo = toUpload(picture);
    const id = await addOfficial(desk, 'Ada Brook', {
      bio: 'Old',
      photo,
      yearsAttended: [2019],
      alternativeNames: ['A'],
    });
    linkToEvent(ship, id, meetingID ?? '');
    await addOfficial(desk, 'Gone Away');
    const before = await findPerformer('Ada Brook');
    await upload([
      getEntry('ADA BROOK', {
        bio: 'New',
        scrapedEventRefs: references,
        alternativeNames: ['B', 'a'],
        yearsAttended: [2024],
      }),
      getEntry('New Person', { yearsAttended: [2024], scrapedEventRefs: references }),
    ]);
    for (const _ of ['once', 'twice']) {
      assert.equal((await applyPerformers()).status, 200);
      const ada = await findPerformer('Ada Brook');
      assert.deepEqual([ada.header, ada.bio], [before.header, 'New']);
      assert.deepEqual(
        [ada.yearsAttended, ada.alternativeNames],
        [
          [2019, 2024, 2025],
          ['a', 'B'],
        ],
      );
      assert.deepEqual(await getTitles('Ada Brook'), ['An Evening with Ada Brook', 'Meet Ada Brook']);
      assert.deepEqual((await findPerformer('New Person')).yearsAttended, [2024, 2025]);
      assert.deepEqual(await getTitles('New Person'), ['An Evening with Ada Brook']);
      assert.deepEqual(await listNames(), ['Gone Away', 'Ada Brook', 'New Person']);
    }
    const { newPerformers, updatedPerformers, unchangedCount, eventLinksToAdd } = await comparePerformers();
    assert.deepEqual([newPerformers, updatedPerformers, unchangedCount, eventLinksToAdd], [[], [], 2, []]);
  });

  test('skips changes or links on request, and deletes only on request', async () => {
    linkToEvent(ship, await addOfficial(desk, 'Ada Brook', { bio: 'Old' }), lanternsID ?? '');
    linkToEvent(ship, await addOfficial(desk, 'Gone Away'), eveningID ?? '');
    await upload([getEntry('Ada Brook', { bio: 'New', scrapedEventRefs: references }), getEntry('New Person')]);
    await applyPerformers({ processUpdates: false, linkEvents: false, processDeletes: true });
    assert.deepEqual(await listNames(), ['Ada Brook', 'New Person']);
    assert.equal((await findPerformer('Ada Brook')).bio, 'Old');
    assert.deepEqual(await getTitles('Ada Brook'), ['Opening Night: The Lanterns']);
    assert.equal((await applyPerformers({ processDeletes: 'maybe' })).status, 400);
  });

  test('fetches pictures of new performers afterwards, and abandons those that can’t be downloaded', async () => {
    await upload([
      getEntry('Good One', { photo: servePictureAt('/good/1') }),
      getEntry('Text One', { photo: servePictureAt('/text') }),
      getEntry('Missing One', { photo: servePictureAt('/missing') }),
      getEntry('Odd One', { photo: 'file:///etc/passwd' }),
      getEntry('Far One', { photo: 'http://192.0.2.1/good' }),
    ]);
    assert.equal((await applyPerformers()).status, 200);
    assert.equal((await listNames()).length, 5);
    await ship.runJob('fetch-performer-photos');
    const { photo } = (await findPerformer('Good One')).header;
    const sent = await anonymous.send('GET', `/api/v3/image/full/${photo}`);
    const { width, height } = await sharp(sent.bytes).metadata();
    assert.deepEqual([sent.status, width, height], [200, 40, 40]);
    for (const name of ['Text One', 'Missing One', 'Odd One', 'Far One'])
      assert.equal((await findPerformer(name)).header.photo, undefined);
    const rows = ship.context.db.queries.select().from(performers).all();
    assert.deepEqual(
      rows.flatMap(({ photoAddress }) => photoAddress ?? []),
      [],
    );
  });

  test('tries a few pictures of an unreachable host, and postpones all of them to the next run', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'].map((name) => `Person ${name}`);
    await upload(names.map((name) => getEntry(name, { photo: 'http://127.0.0.1:1/x.jpg' })));
    await applyPerformers();
    const said = await ship.context.jobs.run('fetch-performer-photos');
    assert.match(String(said), /^0 pictures fetched, 0 failed, 5 unreachable for now/);
    const rows = ship.context.db.queries.select().from(performers).all();
    assert.equal(rows.filter(({ photoAddress }) => photoAddress !== null).length, 5);
  });
});

test('a list of 2,000 is uploaded, compared and applied within three seconds each', async () => {
  const entries = Array.from({ length: 2_000 }, (_, index) =>
    getEntry(`Person ${index} Family${index % 300}`, {
      bio: 'Sings old songs and new ones, and tells of the sea. '.repeat(25),
      organization: 'The Lanterns',
      website: 'https://lanterns.example/people',
      alternativeNames: [`P. ${index}`],
      scrapedEventRefs: [
        { title: 'An Evening with Ada Brook', startTime: '2025-03-04T01:00:00Z' },
        { uid: `unknown-${index}`, title: 'Elsewhere', startTime: '2025-03-04T01:00:00Z' },
      ],
    }),
  );
  const body = JSON.stringify(entries);
  const steps: [string, () => Promise<{ status: number }>][] = [
    ['uploaded', () => desk.send('POST', '/api/v3/admin/performer/bulk/upload', { body })],
    ['looked at', () => desk.send('GET', '/api/v3/admin/performer/bulk/verify')],
    ['applied', () => applyPerformers()],
    ['looked at again', () => desk.send('GET', '/api/v3/admin/performer/bulk/verify')],
  ];
  for (const [what, step] of steps) {
    const { milliseconds: took } = await measure(async () => assert.equal((await step()).status, 200));
    assert.ok(took < 3_000, `${what} in ${took} ms`);
  }
  assert.equal((await anonymous.get(performersApi.officialPerformers)).paginator.total, 2_000);
});
