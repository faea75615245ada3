import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createShipClock, getDayWindow, readTimeZoneFile } from '#core/ship-time/index.ts';
import { listWarnings, readCalendar, type ScheduledEvent } from '#features/schedule/calendar-files/read-calendar.ts';
import { type CalendarEntry, writeCalendar } from '#features/schedule/calendar-files/write-calendar.ts';
import { eventTypes, getLabel, readEventType } from '#features/schedule/events/event-types.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { measure } from '../../support/stopwatch.ts';

const newYork = 'America/New_York';

const defaultLines = {
  UID: 'UID:one',
  SUMMARY: 'SUMMARY:Knots',
  DTSTART: 'DTSTART:20250303T150000Z',
  DTEND: 'DTEND:20250303T160000Z',
};

/** Returns the lines of one event, without empty ones. */
function buildEventLines(changes: Record<string, string> = {}): string[] {
  const fields = Object.values({ ...defaultLines, ...changes }).filter((line) => line !== '');
  return ['BEGIN:VEVENT', ...fields, 'END:VEVENT'];
}
const buildCalendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\n');
const parseCalendar = (text: string) => readCalendar(text, newYork);

function readOne(changes: Record<string, string>): ScheduledEvent {
  const [event, ...others] = parseCalendar(buildCalendar(...buildEventLines(changes)));
  assert.ok(event && others.length === 0);
  return event;
}
const startOf = (line: string) => readOne({ DTSTART: line }).startTime.toISOString();
const assertRejected = (text: string, message: RegExp) =>
  assert.throws(() => parseCalendar(text), { name: 'UnreadableFile', message });

describe('reading a calendar', () => {
  test('returns the properties of an event, with defaults for optional ones', () => {
    assert.deepEqual(readOne({}), {
      uid: 'one',
      title: 'Knots',
      description: '',
      location: '',
      eventType: 'general',
      startTime: new Date('2025-03-03T15:00:00Z'),
      endTime: new Date('2025-03-03T16:00:00Z'),
    });
  });

  test('treats blank text as a calendar without events', () => {
    for (const text of ['', ' \r\n\t', '\uFEFF', buildCalendar()]) assert.deepEqual(parseCalendar(text), []);
  });

  test('accepts every line end, a byte order mark, folded lines and any letter case', () => {
    const lines = buildEventLines({
      BEGIN: 'Description;LANGUAGE=en:On deck\\, we\n  meet\n \tagain',
      SUMMARY: 'summary:Kn\n\tots',
      DTSTART: 'dtstart:2025\n 0303T150000Z',
    });
    const text = buildCalendar(...lines).replace('BEGIN:VEVENT', 'begin:vevent');
    const expected = { ...readOne({}), description: 'On deck, we meet\tagain' };
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      assert.deepEqual(parseCalendar(`\uFEFF${text.replaceAll('\n', lineEnd)}`), [expected]);
    }
  });

  test('unescapes text exactly once', () => {
    const titleOf = (text: string) => readOne({ SUMMARY: `SUMMARY:${text}` }).title;
    assert.equal(titleOf('a\\, b\\; c\\\\ d\\ne\\Nf'), 'a, b; c\\ d\ne\nf');
    assert.equal(titleOf('Q&amp;A'), 'Q&A');
    assert.equal(titleOf('&amp;amp;'), '&amp;');
    assert.equal(titleOf('&amp\\;'), '&amp;');
    assert.equal(titleOf('\\\\n'), '\\n');
    assert.equal(titleOf('\\\\\\, &lt;'), '\\, &lt;');
    assert.equal(titleOf('7:00: a "quoted: colon"'), '7:00: a "quoted: colon"');
  });

  test('reads the event type from the first category', () => {
    const typeOf = (line: string) => readOne({ CATEGORIES: line }).eventType;
    assert.equal(typeOf('CATEGORIES:dining'), 'dining');
    assert.equal(typeOf('CATEGORIES: Shadow Cruise ,DINING'), 'shadow');
    assert.equal(typeOf('CATEGORIES:PARTY\\, LATE'), 'party');
    assert.equal(typeOf('CATEGORIES:Q&amp;A / PANEL'), 'qaPanel');
    assert.equal(typeOf('CATEGORIES:'), 'general');
  });

  test('reads UTC, zoned, floating and date-only times as port times', () => {
    assert.equal(startOf('DTSTART:20250303T150000Z'), '2025-03-03T15:00:00.000Z');
    assert.equal(startOf('DTSTART;TZID=Europe/Berlin:20250303T150000'), '2025-03-03T14:00:00.000Z');
    assert.equal(startOf('DTSTART;TZID="/Europe/Berlin":20250303T150000'), '2025-03-03T14:00:00.000Z');
    assert.equal(startOf('DTSTART;TZID=Europe/Berlin:20250303T150000Z'), '2025-03-03T14:00:00.000Z');
    assert.equal(startOf('DTSTART:20250303T150000'), '2025-03-03T20:00:00.000Z');
    assert.equal(startOf('DTSTART;VALUE=DATE:20250303'), '2025-03-03T05:00:00.000Z');
    assert.equal(startOf('DTSTART:20250303'), '2025-03-03T05:00:00.000Z');
  });

  test('resolves skipped and repeated hours the same way in every season', () => {
    assert.equal(startOf('DTSTART:20250309T023000'), '2025-03-09T07:30:00.000Z');
    assert.equal(startOf('DTSTART:20251102T013000'), '2025-11-02T05:30:00.000Z');
    assert.equal(startOf('DTSTART;TZID=Europe/Berlin:20251026T023000'), '2025-10-26T00:30:00.000Z');
  });

  test('rejects unknown zones and unreadable times, naming the line', () => {
    const assertStartRejected = (line: string, message: RegExp) =>
      assertRejected(buildCalendar(...buildEventLines({ DTSTART: line })), message);
    assertStartRejected(
      'DTSTART;TZID=Eastern Standard Time:20250303T150000',
      /Line 6 .*"Eastern Standard Time" is not an IANA/,
    );
    assertStartRejected('DTSTART;TZID=AST:20250303T150000', /not an IANA/);
    for (const time of ['', 'noon', '20250231T100000Z', '20250303T256000Z', '20250303T15', '20250303T150000+0100']) {
      assertStartRejected(`DTSTART:${time}`, /Line 6 .*not a readable time/);
    }
  });

  test('rejects the whole file when a required property is missing or empty', () => {
    const good = buildEventLines({ UID: 'UID:two' });
    for (const name of ['UID', 'SUMMARY', 'DTSTART', 'DTEND']) {
      assertRejected(
        buildCalendar(...good, ...buildEventLines({ [name]: '' })),
        new RegExp(`Line 9 .* has no ${name}\\.`),
      );
    }
    assertRejected(buildCalendar(...buildEventLines({ UID: 'UID: ' })), /Line 4 .*UID is empty/);
  });

  test('returns the first of several events with one uid', () => {
    const again = buildEventLines({ SUMMARY: 'SUMMARY:Again' });
    const titles = parseCalendar(buildCalendar(...buildEventLines(), ...again)).map((event) => event.title);
    assert.deepEqual(titles, ['Knots']);
  });

  test('ignores alarms, time zones and properties it does not need', () => {
    const alarm = 'BEGIN:VALARM\nSUMMARY:Alarm\nUID:alarm\nDTSTART:never\nno property\nEND:VALARM';
    const zone = 'BEGIN:VTIMEZONE\nTZID:Odd\nBEGIN:STANDARD\nDTSTART:19701101T020000\nEND:STANDARD\nEND:VTIMEZONE';
    const event = buildEventLines({ UID: `${alarm}\nRRULE:FREQ=NONSENSE\nX-ODD;A=b:c\nUID:one` });
    assert.deepEqual(parseCalendar(buildCalendar(...zone.split('\n'), ...event)), [readOne({})]);
  });

  test('rejects BEGIN and END that do not match', () => {
    const event = buildEventLines();
    assertRejected(
      buildCalendar(...event.slice(0, -1)),
      /Line 8 .*END:VCALENDAR does not end the BEGIN:VEVENT of line 3/,
    );
    assertRejected(buildCalendar(...event.slice(1)), /Line 7 .*END:VEVENT does not end the BEGIN:VCALENDAR/);
    assertRejected(`${buildCalendar(...event)}END:VCALENDAR\n`, /END:VCALENDAR has no BEGIN/);
    assertRejected(buildCalendar(...event, ...Array(30).fill('BEGIN:X')), /nested deeper/);
  });

  test('rejects a file that is cut off anywhere', () => {
    const text = buildCalendar(...buildEventLines(), ...buildEventLines({ UID: 'UID:two' })).trimEnd();
    assert.equal(parseCalendar(text).length, 2);
    for (let length = 1; length < text.length; length += 1) {
      assert.throws(() => parseCalendar(text.slice(0, length)), UnreadableFile, text.slice(0, length));
    }
  });

  test('rejects text that isn’t a calendar, with a short error', () => {
    assertRejected('<!doctype html>\n<title>Not found</title>', /Line 1 .*is outside/);
    assertRejected(buildEventLines().join('\n'), /Line 1 .*BEGIN:VCALENDAR/);
    assertRejected(
      buildCalendar(...buildEventLines({ UID: 'UID:one\nand a line that was not folded' })),
      /Line 5 .*not a property/,
    );
    assertRejected(buildCalendar(...buildEventLines({ UID: 'UID;X="open:one' })), /Line 4/);
    assert.throws(
      () => parseCalendar('x'.repeat(100_000)),
      (error: Error) => error.message.length < 300,
    );
  });

  test('is bounded and fast on hostile text', async () => {
    const inEvent = (line: string) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${line}`;
    const million = 1_000_000;
    const hostile = [
      inEvent(`SUMMARY${';a=b'.repeat(million)}:x`),
      inEvent(`SUMMARY${';a=b'.repeat(200_000)}:x`),
      inEvent(`SUMMARY${';a="b:c"'.repeat(100_000)}:x`),
      inEvent(`SUMMARY:${'\n x'.repeat(million)}`),
      inEvent('UID:'.repeat(million)),
      `BEGIN:VCALENDAR${'\nBEGIN:A'.repeat(million)}`,
      `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(100_000)}`,
      buildCalendar(...Array.from({ length: 20_001 }, (_, index) => buildEventLines({ UID: `UID:${index}` })).flat()),
      ' '.repeat(20 * 1024 * 1024 + 1),
    ];
    for (const [index, text] of hostile.entries()) {
      const { milliseconds } = await measure(() =>
        assert.throws(() => parseCalendar(text), UnreadableFile, `text ${index}`),
      );
      assert.ok(milliseconds < 5_000, `text ${index}`);
    }
  });

  test('isn’t confused by names like __proto__ and constructor', () => {
    const parameters = 'SUMMARY;__proto__=x;constructor=y;VALUE=__proto__:Knots';
    assert.equal(readOne({ SUMMARY: parameters }).title, 'Knots');
    assert.equal(readOne({ X: 'constructor:x', Y: 'toString:y' }).title, 'Knots');
  });

  test('rejects a value of another kind where text belongs', () => {
    assertRejected(buildCalendar(...buildEventLines({ SUMMARY: 'SUMMARY;VALUE=BOOLEAN:TRUE' })), /Line 5 .*not a text/);
    assertRejected(buildCalendar(...buildEventLines({ SUMMARY: 'SUMMARY;VALUE=RECUR:FREQ=ODD' })), /Line 5/);
  });

  test('accepts an event that ends before it starts, with a warning', () => {
    const event = readOne({ DTEND: 'DTEND:20250303T140000Z' });
    assert.deepEqual(listWarnings([event, readOne({})]), ['The event "Knots" (one) ends before it starts.']);
    const long = { ...event, title: `Knots\n\u001b[2J${'x'.repeat(1000)}` };
    assert.match(listWarnings([long])[0] ?? '', /^The event "Knots \[2Jx{50,}…" \(one\) ends before it starts\.$/);
  });
});

describe('event types', () => {
  test('have the labels that clients know', () => {
    assert.deepEqual(
      eventTypes.map((type) => `${type}: ${getLabel(type)}`),
      [
        'gaming: Gaming',
        'general: Official',
        'livePodcast: Live Podcast',
        'mainConcert: Main Concert',
        'officeHours: Office Hours',
        'party: Party',
        'qaPanel: Q&A/Panel',
        'readingPerformance: Reading/Performance',
        'shadow: Shadow Event',
        'signing: Signing',
        'workshop: Workshop',
        'dining: Dining',
      ],
    );
  });

  test('are found by category text in any case, and by their own labels', () => {
    const read = (texts: string[]) => texts.map(readEventType);
    assert.deepEqual(read(['Q&A / PANEL', 'q&a', 'PANEL', 'Q&A, PANEL']), Array(4).fill('qaPanel'));
    assert.deepEqual(read(['READING / PERFORMANCE', 'READING', 'PERFORMANCE']), Array(3).fill('readingPerformance'));
    assert.deepEqual(read(['SHADOW CRUISE', ' main concert ', 'GENERAL INFO', '', 'constructor']), [
      'shadow',
      'mainConcert',
      'general',
      'general',
      'general',
    ]);
    assert.deepEqual(read(eventTypes.map(getLabel)), [...eventTypes]);
  });
});

describe('writing a calendar', () => {
  const entry: CalendarEntry = {
    uid: 'one',
    title: 'Knots, splices; and \\ more',
    description: 'First line\r\nsecond line',
    location: '',
    category: getLabel('qaPanel'),
    startTime: new Date('2025-03-03T15:00:00.500Z'),
    endTime: new Date('2025-03-03T16:00:00Z'),
    updatedAt: new Date('2025-02-01T12:30:45.678Z'),
    url: 'https://ship.example/events/one?a=1,2;b',
  };
  const write = (...events: CalendarEntry[]) => writeCalendar({ name: 'Deck, Nine', description: 'All of it', events });

  test('writes all properties, with CRLF line ends', () => {
    assert.equal(
      write(entry),
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Gangway//Schedule//EN',
        'METHOD:PUBLISH',
        'CALSCALE:GREGORIAN',
        'NAME:Deck\\, Nine',
        'DESCRIPTION:All of it',
        'X-WR-CALNAME:Deck\\, Nine',
        'X-WR-CALDESC:All of it',
        'X-WR-TIMEZONE:UTC',
        'BEGIN:VEVENT',
        'DTSTAMP:20250201T123045Z',
        'DTSTART:20250303T150000Z',
        'DTEND:20250303T160000Z',
        'SUMMARY:Knots\\, splices\\; and \\\\ more',
        'DESCRIPTION:First line\\nsecond line',
        'CATEGORIES:Q&A/Panel',
        'LOCATION:',
        'SEQUENCE:0',
        'UID:one',
        'URL:https://ship.example/events/one?a=1,2;b',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('omits the address if there is none', () => {
    const { url: _url, ...withoutAddress } = entry;
    assert.doesNotMatch(write(withoutAddress), /URL/);
  });

  test('folds at 75 octets without splitting a character', () => {
    const description = `${'é'.repeat(60)}${'日本'.repeat(60)}${'🚢'.repeat(60)}${'x '.repeat(120)}`;
    const text = write({ ...entry, description });
    const lines = text.split('\r\n');
    for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.ok(lines.every((line) => line.isWellFormed()));
    assert.ok(text.replaceAll('\r\n ', '').includes(`DESCRIPTION:${description}`));
  });

  test('escapes texts so that none can add lines', () => {
    const hostile = 'x\r\nEND:VEVENT\rBEGIN:VEVENT\u0000\u0085\u2028';
    const text = write({ ...entry, title: hostile, uid: hostile, url: hostile, category: hostile, location: hostile });
    assert.deepEqual(
      text.split(/[\r\n]+/).filter((line) => /^(BEGIN|END):VEVENT/.test(line)),
      ['BEGIN:VEVENT', 'END:VEVENT'],
    );
    assert.doesNotMatch(text.replaceAll('\r\n', ''), /\p{Cc}/u);
  });

  test('reads back as the same events', () => {
    const odd = ' "Odd": &amp; \\n \\\\, ;\n\n\ttabbed – 🚢 &amp;amp;  ';
    const events = eventTypes.map(
      (eventType, index): ScheduledEvent => ({
        uid: `uid;${index},&amp;`,
        title: `${odd}${index}`,
        description: odd.repeat(20),
        location: index % 2 ? odd : '',
        eventType,
        startTime: new Date(Date.UTC(2025, 2, 2, index)),
        endTime: new Date(Date.UTC(2025, 2, 2, index + 1)),
      }),
    );
    assert.deepEqual(parseCalendar(write(...events.map(toEntry))), events);
  });
});

const toEntry = (event: ScheduledEvent): CalendarEntry => ({
  ...event,
  category: getLabel(event.eventType),
  updatedAt: new Date(0),
});
const writeAndRead = (events: ScheduledEvent[]) =>
  parseCalendar(writeCalendar({ name: 'n', description: 'd', events: events.map(toEntry) }));

describe('the sample schedule', () => {
  const sample = (name: string) => readFileSync(new URL(`../../../assets/samples/${name}`, import.meta.url), 'utf8');
  const events = parseCalendar(sample('schedule.ics'));

  test('has events of all types, within its sailing', () => {
    assert.ok(events.length >= 35 && events.length <= 45);
    assert.ok(events.every((event) => event.uid.startsWith('sample-')));
    assert.deepEqual(new Set(events.map((event) => event.eventType)), new Set(eventTypes));
    assert.ok(new Set(events.map((event) => event.location)).size > 5);
    assert.deepEqual(listWarnings(events), []);
    const cruise = { startDate: '2025-03-02', lengthDays: 8, portZone: newYork };
    const [begin, end] = [getDayWindow(cruise, 0).start, getDayWindow(cruise, 7).end];
    assert.ok(events.every((event) => event.startTime >= begin && event.endTime <= end));
  });

  test('has events during which the clock changes', () => {
    const { changes } = readTimeZoneFile(sample('time-zone-changes.txt'));
    const clock = createShipClock({ portZone: newYork, changes });
    const spanning = events.filter(({ startTime, endTime }) => clock.changeAt(startTime) !== clock.changeAt(endTime));
    assert.ok(spanning.length >= 2);
  });

  test('stays the same when written and read again', () => {
    assert.deepEqual(writeAndRead(events), events);
  });
});

describe('a real schedule', () => {
  const file = new URL('../../../../shared/data/schedule.ics', import.meta.url);

  test('stays the same when written and read again', { skip: existsSync(file) ? false : 'real data is absent' }, () => {
    const events = parseCalendar(readFileSync(file, 'utf8'));
    assert.equal(events.length, 392);
    assert.equal(events.filter((event) => event.eventType === 'shadow').length, 141);
    assert.deepEqual(writeAndRead(events), events);
    assert.deepEqual(listWarnings(events), []);
  });
});
