import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShip } from './support.ts';

test('generate-schedule prints thirteen events a day that can be imported', async () => {
  const trip = createShip({ START_DATE: '2026-03-21', CRUISE_LENGTH_DAYS: '3', PORT_TIMEZONE: 'America/New_York' });
  const { code, stdout } = await trip.run(['generate-schedule']);
  assert.equal(code, 0);
  assert.equal(stdout.split('BEGIN:VEVENT').length - 1, 39);
  assert.match(stdout, /DTSTART:20260321T140000Z\r\nDTEND:20260321T150000Z/);
  assert.equal(stdout.split('CATEGORIES:MAIN CONCERT').length - 1, 6);
  assert.equal(new Set([...stdout.matchAll(/^UID:([0-9a-f]{32})\r$/gm)].map(([uid]) => uid)).size, 39);
  const imported = await trip.run(['import', 'schedule', trip.file('made-up.ics', stdout)]);
  assert.match(imported.stdout, /^added +39$/m);
});
