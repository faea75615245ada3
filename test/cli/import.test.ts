import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createShip, getErrorSentence, logIn, parseCounts, readUntil } from './support.ts';

const realData = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

/** A calendar file with one event per title, an hour each. */
function buildCalendar(titles: readonly string[]): string {
  const events = titles.map((title, index) =>
    [
      'BEGIN:VEVENT',
      `UID:event-${title}`,
      `SUMMARY:${title}`,
      `DTSTART:2026032${1 + (index % 8)}T170000Z`,
      `DTEND:2026032${1 + (index % 8)}T180000Z`,
      'END:VEVENT',
    ].join('\r\n'),
  );
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

const tenWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('import schedule', { concurrency: 4 }, () => {
  test('works on an empty folder, is repeatable, and creates no accounts', async () => {
    const ship = createShip();
    const file = ship.file('schedule.ics', buildCalendar(tenWords));
    const first = await ship.run(['import', 'schedule', file]);
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(parseCounts(first), { added: 10, changed: 0, deleted: 0, unchanged: 0 });
    assert.match(first.stdout, /^The port time zone is America\/New_York/m);
    const second = await ship.run(['import', 'schedule', file]);
    assert.deepEqual(parseCounts(second), { added: 0, changed: 0, deleted: 0, unchanged: 10 });
    assert.equal((await ship.run(['user', 'list'])).stdout, '0 accounts\n');
    // The first start determines the environment, not an import before it.
    await ship.serve(['serve', '--env', 'production'], { environment: { ADMIN_PASSWORD: 'a password' } });
  });

  test('reports what it adds, changes, deletes and restores', async () => {
    const ship = createShip();
    await ship.run(['import', 'schedule', ship.file('first.ics', buildCalendar(tenWords))]);
    const changed = buildCalendar(tenWords.slice(1)).replace('SUMMARY:two', 'SUMMARY:Two');
    const second = await ship.run(['import', 'schedule', ship.file('second.ics', changed)]);
    // The days of all other events depend on their position in the list.
    assert.equal(parseCounts(second).deleted, 1);
    assert.equal(parseCounts(second).added, 0);
    const third = await ship.run(['import', 'schedule', join(ship.folder, 'first.ics')]);
    assert.equal(parseCounts(third).restored, 1);
  });

  test('writes nothing in a dry run, not even a folder', async () => {
    const ship = createShip();
    const file = ship.file('schedule.ics', buildCalendar(tenWords));
    const dry = await ship.run(['import', 'schedule', file, '--dry-run']);
    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /^Dry run: nothing was written\.$/m);
    assert.equal(parseCounts(dry).added, 10);
    assert.equal(existsSync(ship.data), false);
    await ship.run(['import', 'schedule', file]);
    const smaller = ship.file('smaller.ics', buildCalendar(tenWords.slice(0, 8)));
    assert.equal(parseCounts(await ship.run(['import', 'schedule', smaller, '--dry-run'])).deleted, 2);
    assert.deepEqual(parseCounts(await ship.run(['import', 'schedule', file])), {
      added: 0,
      changed: 0,
      deleted: 0,
      unchanged: 10,
    });
  });

  test('rejects a file that would delete more than 30 percent of the events, unless forced', async () => {
    const ship = createShip();
    await ship.run(['import', 'schedule', ship.file('all.ics', buildCalendar(tenWords))]);
    const few = ship.file('few.ics', buildCalendar(tenWords.slice(0, 6)));
    const rejected = await ship.run(['import', 'schedule', few]);
    assert.equal(rejected.code, 1);
    assert.match(getErrorSentence(rejected), /more than 30 percent/);
    const forced = await ship.run(['import', 'schedule', few, '--force']);
    assert.equal(forced.code, 0);
    assert.equal(parseCounts(forced).deleted, 4);
  });

  const unusable: [name: string, content: string | Uint8Array, complaint: RegExp][] = [
    ['an empty file', '', /no events/],
    ['a file without events', buildCalendar([]), /no events/],
    ['a cut-off file', buildCalendar(tenWords).slice(0, 700), /line \d+|end/i],
    ['a file with an unreadable time', buildCalendar(['one']).replace('T170000Z', 'T990000Z'), /line \d+/i],
    ['a file that is no text', new Uint8Array([0xff, 0xfe, 0x00, 0x41]), /is not UTF-8 text/],
    ['a huge file', new Uint8Array(20 * 1024 * 1024 + 1), /is larger than 20 MiB/],
  ];
  test('rejects an invalid schedule with the reason, and changes nothing', async () => {
    const ship = createShip();
    const good = ship.file('good.ics', buildCalendar(tenWords));
    await ship.run(['import', 'schedule', good]);
    for (const [name, content, complaint] of unusable) {
      const outcome = await ship.run(['import', 'schedule', ship.file('bad.ics', content)]);
      assert.equal(outcome.code, 1, name);
      assert.match(getErrorSentence(outcome), complaint, name);
      assert.equal(outcome.stdout, '');
    }
    assert.equal(parseCounts(await ship.run(['import', 'schedule', good])).unchanged, 10);
  });

  test('names a missing file, or one that isn’t a file', async () => {
    const ship = createShip();
    const missing = await ship.run(['import', 'schedule', 'missing.ics']);
    assert.equal(missing.code, 1);
    assert.match(getErrorSentence(missing), /^gangway: missing\.ics does not exist/);
    assert.match(getErrorSentence(await ship.run(['import', 'schedule', ship.folder])), /is not a regular file/);
    assert.equal(existsSync(ship.data), false);
  });

  test('shows in a running service within two seconds', async () => {
    const ship = createShip();
    const service = await ship.serve();
    const james = await logIn(service.url, 'james');
    await james.send('GET', '/api/v3/events');
    const imported = await ship.run([
      'import',
      'schedule',
      ship.file('schedule.ics', buildCalendar(tenWords)),
      '--force',
    ]);
    assert.equal(imported.code, 0, imported.stderr);
    const titles = await readUntil(
      async () => {
        const { body } = await james.send('GET', '/api/v3/events');
        return body.map(({ title }: { title: string }) => title).sort();
      },
      (titles) => titles.includes('ten'),
    );
    assert.deepEqual(titles, [...tenWords].sort());
  });

  test('imports a complete real schedule once, and rejects a truncated one', {
    skip: !existsSync(realData) && 'no real data here',
  }, async () => {
    const ship = createShip();
    const zones = await ship.run(['import', 'timezones', join(realData, 'time-zone-changes.txt')]);
    assert.equal(zones.code, 0, zones.stderr);
    const file = join(realData, 'schedule.ics');
    assert.deepEqual(parseCounts(await ship.run(['import', 'schedule', file])), {
      added: 392,
      changed: 0,
      deleted: 0,
      unchanged: 0,
    });
    assert.equal(parseCounts(await ship.run(['import', 'schedule', file])).unchanged, 392);
    const cutOff = ship.file('cut.ics', readFileSync(file).subarray(0, 150_000));
    assert.equal((await ship.run(['import', 'schedule', cutOff, '--force'])).code, 1);
    assert.equal(parseCounts(await ship.run(['import', 'schedule', file])).unchanged, 392);
  });
});

describe('import timezones', { concurrency: 4 }, () => {
  const table = '20260321T090000Z\tPST\tAmerica/Los_Angeles\n20260323T090000Z\tMST\tAmerica/Mazatlan\n';

  test('prints what changed and which zone is in force', async () => {
    const ship = createShip();
    const first = await ship.run(['import', 'timezones', ship.file('zones.txt', table)]);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^clock changes$/m);
    assert.deepEqual(parseCounts(first), { added: 2, changed: 0, deleted: 0, unchanged: 0 });
    assert.match(first.stdout, /^The port time zone is America\/Los_Angeles/m);
    const changed = ship.file('zones.txt', table.replace('MST', 'ABC'));
    assert.deepEqual(parseCounts(await ship.run(['import', 'timezones', changed])), {
      added: 0,
      changed: 1,
      deleted: 0,
      unchanged: 1,
    });
  });

  test('warns on standard error when PORT_TIMEZONE is another zone', async () => {
    const ship = createShip({ PORT_TIMEZONE: 'America/New_York' });
    const { code, stderr } = await ship.run(['import', 'timezones', ship.file('zones.txt', table)]);
    assert.equal(code, 0);
    assert.match(stderr, /^warning: .*America\/New_York.*America\/Los_Angeles/m);
  });

  test('rejects invalid lines unless forced', async () => {
    const ship = createShip();
    const file = ship.file('zones.txt', `${table}tomorrow\tEST\tAmerica/New_York\n`);
    const rejected = await ship.run(['import', 'timezones', file]);
    assert.equal(rejected.code, 1);
    assert.match(getErrorSentence(rejected), /Line 3 .*--force/);
    const forced = await ship.run(['import', 'timezones', file, '--force']);
    assert.equal(forced.code, 0);
    assert.match(forced.stderr, /^warning: Line 3 /m);
  });
});

test('import regcodes only adds codes, which work immediately', async () => {
  const ship = createShip();
  const service = await ship.serve();
  const first = await ship.run(['import', 'regcodes', ship.file('codes.txt', 'XYZ 123\nxyz124\nABC ABC\n')]);
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(parseCounts(first), { added: 2, changed: 0, deleted: 0, unchanged: 1 });
  const body = { username: 'newcomer', password: 'a password', verification: 'XYZ 123' };
  const client = await logIn(service.url, 'james');
  assert.equal((await client.send('POST', '/api/v3/user/create', { body })).status, 201);
  const rejected = await ship.run(['import', 'regcodes', ship.file('codes.txt', 'these are no codes\nABC ABC\n')]);
  assert.equal(rejected.code, 1);
  assert.match(getErrorSentence(rejected), /Line 1 .*--force/);
});
