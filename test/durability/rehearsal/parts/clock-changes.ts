import assert from 'node:assert/strict';
import type { Ship } from '../../../support/ship.ts';
import type { Span } from '../programme.ts';

const hourMilliseconds = 60 * 60_000;

/** During this time the ship's clock is an hour behind the home port's; in the first hour it repeats an hour. */
export async function changeClocks(ship: Ship, { from, until }: Span, environment: Record<string, string>) {
  const format = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const table = [`${format(from)}\tCST\tAmerica/Chicago`, `${format(until)}\tEST\tAmerica/New_York`, ''].join('\n');
  const { code, stderr } = await ship.run(['import', 'timezones', ship.file('clock-changes.txt', table)], {
    environment,
  });
  assert.equal(code, 0, stderr);
}

/** Converts a time of the home port's clock to ship time. */
export const toShipTime = (portTime: Date, { from, until }: Span): Date =>
  portTime >= from && portTime < until ? new Date(portTime.getTime() + hourMilliseconds) : portTime;
