import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { importSchedule, undoChange } from '#features/schedule/index.ts';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import type { User } from '../../support/app.ts';
import { runEveryGet, sweep } from '../../support/sweep.ts';
import { forcedOptions, getDifference, startSampleShip } from './support.ts';

/** A sailing of a week whose schedule is changed in every way, and then restored. */
const ship = await startSampleShip();
const { context, james, manager, photographer } = ship;
const desk = await ship.atLevel('devteam');
const weekBegins = '2025-03-02T12:00:00.000Z';
ship.clock.set(weekBegins);

const sampleCalendar = readEmbedded('assets/samples/schedule.ics').toString('utf8').replaceAll('\r\n', '\n');
const eventBlocks = sampleCalendar.split(/(?=BEGIN:VEVENT)/);

/** Returns the sample with these events replaced by number, omitted if undefined, and others added. */
function editSample(changes: Readonly<Record<string, (block: string) => string | undefined>>, added = ''): string {
  const edited = eventBlocks.map((block) => {
    const number = /^UID:sample-(\d\d)-/m.exec(block)?.[1] ?? '';
    const text = changes[number] ? (changes[number](block) ?? '') : block;
    return block.includes('END:VCALENDAR') ? text.replace('END:VCALENDAR', '') : text;
  });
  return `${edited.join('')}${added}END:VCALENDAR\n`;
}

const setProperty = (name: string, value: string) => (block: string) =>
  block.replace(new RegExp(`^${name}:.*(\n[ \t].*)*`, 'm'), `${name}:${value}`);
const removeBlock = () => undefined;
const createEventBlock = (uid: string, title: string, category: string) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, 'DTSTART:20250304T170000Z', 'DTEND:20250304T180000Z'],
    ...[`CATEGORIES:${category}`, 'LOCATION:Lido', 'END:VEVENT', ''],
  ].join('\n');

/** Changes of every kind in thirteen events, one of which is restored after deletion. */
const changedSchedule = editSample(
  {
    '05': (block) => setProperty('DTEND', '20250303T040000Z')(setProperty('DTSTART', '20250303T020000Z')(block)),
    '06': setProperty('DTEND', '20250303T070000Z'),
    '07': setProperty('SUMMARY', 'Sunrise Stretching\\, Indoors'),
    '08': setProperty('LOCATION', 'Library'),
    '09': setProperty('DESCRIPTION', 'Bring your own.'),
    '10': setProperty('CATEGORIES', 'WORKSHOP'),
    '14': (block) => setProperty('LOCATION', 'Pool Deck')(setProperty('SUMMARY', 'An Evening with Everybody')(block)),
    '15': removeBlock,
    '16': removeBlock,
    // The event moves from before a clock change to after it.
    '18': (block) => setProperty('DTEND', '20250307T170000Z')(setProperty('DTSTART', '20250307T160000Z')(block)),
  },
  createEventBlock('new-official', 'Fireworks', 'PARTY') + createEventBlock('new-shadow', 'Knitting', 'SHADOW CRUISE'),
);

const upload = (schedule: string) => desk.get(deskApi.uploadSchedule, { body: { schedule } });
const getNumberOf = ({ uid }: { uid: string }) => uid.replace(/^sample-(\d\d)-.*$/, '$1');

const getIDOf = (number: string) => ship.eventParams(number).params.event_id;
const getThreadOf = async (number: string) =>
  (await james.get(forumsApi.readOfEvent, { params: { eventID: getIDOf(number) } })).forumID;
const post = (user: User, forumID: string, text: string) =>
  user.get(forumsApi.post, { params: { forumID }, body: { text, images: [] } });

for (const number of ['05', '07', '15', '18', '20', '21'])
  await james.get(scheduleApi.addFavorite, ship.eventParams(number));
for (const number of ['05', '15', '16']) await photographer.get(scheduleApi.addPhotographer, ship.eventParams(number));
await manager.get(scheduleApi.needPhotographer, ship.eventParams('16'));
for (const number of ['05', '15', '21']) await post(james, await getThreadOf(number), `talk of ${number}`);
const forumIDs = await Promise.all(['05', '07', '15', '21'].map(getThreadOf));

// Events can only be restored if they were deleted before.
importSchedule(context, editSample({ '21': removeBlock }), forcedOptions);

const checkedEventIDs = ['05', '06', '07', '15', '18', '20', '21'].map(getIDOf);
const knownValues = {
  event_id: checkedEventIDs,
  eventID: checkedEventIDs,
  username: ['james'],
  // This includes the deleted event's thread, to which no event links then: it must have been read before the changes.
  forumID: forumIDs,
};
// The list of changes differs, since undoing a change is a schedule change, too (schedule rule 119).
const calls = runEveryGet(knownValues, ['stretching', 'evening', 'movie']).filter(
  ({ name }) => name !== 'schedule.changes',
);

/** Reads everything people can see, except times of the last change: an undo is a change too. */
async function readEverything(): Promise<string[][]> {
  ship.clock.set(weekBegins);
  const seen: string[][] = [];
  // Reading marks threads as read, so only the second response is the same each time.
  await sweep(james, calls);
  for (const user of [james, photographer, manager]) {
    const said = await sweep(user, user === james ? calls : calls.filter(({ name }) => name.startsWith('schedule.')));
    seen.push(
      [...said].map(
        ([{ name, path, query }, text]) => `${name} ${path} ${JSON.stringify(query)} ${maskChangeCounts(text)}`,
      ),
    );
  }
  return seen;
}

const maskChangeCounts = (text: string): string =>
  text
    .replaceAll(/"changedEventCount":\d+,?/g, '')
    .replaceAll(/"lastUpdateTime":"[^"]*"/g, '"lastUpdateTime":""')
    .replaceAll(/DTSTAMP:\w+/g, 'DTSTAMP');

const responsesBefore = await readEverything();
let responsesAfter: string[][] = [];

describe('a week in which thirteen events change', () => {
  test('the difference lists exactly these, by kind and in order of start', async () => {
    await upload(changedSchedule);
    const difference = await getDifference(desk);
    assert.deepEqual(
      Object.entries(difference).map(([list, events]) => [list, events.map(getNumberOf)]),
      [
        ['deletedEvents', ['15', '16']],
        ['createdEvents', ['new-official', 'new-shadow', '21']],
        ['timeChangeEvents', ['05', '06', '18']],
        ['locationChangeEvents', ['08', '14']],
        ['minorChangeEvents', ['07', '09', '10', '14']],
      ],
    );
    const moved = difference.timeChangeEvents.at(-1);
    assert.deepEqual(
      [moved?.startTime, moved?.timeZone, moved?.isFavorite, moved?.performers, moved?.forum],
      ['2025-03-07T16:00:00.000Z', 'EST', false, [], undefined],
    );
    assert.notEqual(moved?.eventID, getIDOf('18'));
    const gone = difference.deletedEvents[0];
    assert.deepEqual([gone?.eventID, gone?.title], [getIDOf('15'), 'Midnight Movie Marathon']);
    assert.deepEqual(await readEverything(), responsesBefore, 'comparing changes nothing');
  });

  test('once applied, everyone sees all of it, and the log has the same', async () => {
    const difference = await getDifference(desk);
    await desk.get(deskApi.applySchedule, { query: { processDeletes: true } });
    responsesAfter = await readEverything();
    const [entry] = await desk.get(deskApi.scheduleLog);
    assert.deepEqual([entry?.changeCount, entry?.automaticUpdate, entry?.error], [14, false, undefined]);
    const logged = await desk.get(deskApi.scheduleLogEntry, { params: { schedule_log_id: entry?.entryID ?? 0 } });
    const uids = (lists: typeof logged) => Object.values(lists).map((events) => events.map(({ uid }) => uid));
    assert.deepEqual(uids(logged), uids(difference));
    const listed = await ship.list();
    const stretching = listed.find((event) => getNumberOf(event) === '07');
    assert.equal(stretching?.title, 'Sunrise Stretching, Indoors');
    assert.equal((await james.get(scheduleApi.favorites)).map(getNumberOf).join(), '05,07,20,21,18');
    const thread = await james.get(forumsApi.read, { params: { forumID: stretching?.forum ?? '' } });
    assert.equal(thread.title, '(Mon, 08:00) Sunrise Stretching, Indoors');
    assert.match(thread.posts[0]?.text ?? '', /^Sunrise Stretching, Indoors\n/);
    for (const event of listed) assert.ok(event.forum, event.title);
  });

  test('once undone, everyone sees exactly what was there before', async () => {
    const [entry] = await desk.get(deskApi.scheduleLog);
    const { restored, changed, deleted } = undoChange(context, entry?.entryID ?? 0);
    assert.deepEqual([restored, changed, deleted], [2, 8, 3]);
    assert.deepEqual(await readEverything(), responsesBefore);
    assert.deepEqual(await findInconsistencies(context), []);
  });

  test('undoing that restores the changes', async () => {
    const [entry] = await desk.get(deskApi.scheduleLog);
    undoChange(context, entry?.entryID ?? 0);
    assert.deepEqual(await readEverything(), responsesAfter);
    assert.deepEqual(await findInconsistencies(context), []);
  });
});
