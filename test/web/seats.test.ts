import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { transact } from '#area/context.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { seatsApi } from '#features/seats/api.ts';
import { seatAll, startWorkshops } from '../features/seats/support.ts';
import { openPhone, test } from '../support/browser.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';
import { openNetwork } from '../support/weak-network.ts';
import { visit } from './visitor.ts';

const ship = await startWorkshops();
const { context, desk, host } = ship;
const potteryParams = await ship.findEventParams('pottery');
const path = `/event/${potteryParams.params.event_id}`;
const network = await openNetwork(ship.url);
const patience = { timeout: timeoutMilliseconds };
const screenshotFolder = process.env.SEATS_PICTURES;

beforeEach(() => {
  network.restore();
  transact(context, ({ db }) => void db.sqlite.exec('DELETE FROM event_seats; DELETE FROM event_capacities'));
});

/** Takes a screenshot for people, if there is a folder for it. */
async function takeScreenshot(tab: Tab, name: string): Promise<void> {
  if (screenshotFolder === undefined) return;
  await mkdir(screenshotFolder, { recursive: true });
  await tab.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}

describe('the page of an event', () => {
  test('shows seats left, takes and gives up a seat, without script', async () => {
    const [one, two] = await ship.newcomers('paul', 'pia');
    assert.ok(one && two);
    await ship.limit('pottery', 1);
    const [paul, pia] = [visit(ship, one), visit(ship, two)];
    assert.match((await visit(ship).open(path)).body, /1 of 1 seat left/);
    assert.match((await paul.open(path)).body, /Take a seat/);
    assert.equal((await paul.send(path, { takeSeat: '' })).status, 303);
    assert.match((await paul.open(path)).body, /You have a seat/);
    assert.match((await pia.open(path)).body, /The only seat is taken[\s\S]*Join the waiting list/);
    await pia.send(path, { takeSeat: '' });
    assert.match((await pia.open(path)).body, /You’re number 1 on the waiting list/);
    assert.match((await pia.open('/schedule/2')).body, /Waiting list, number 1/);
    await paul.send(path, { giveUpSeat: '' });
    assert.match((await pia.open('/')).body, /You’ve got a seat: <a href="\/event\//);
    assert.match((await pia.open(path)).body, /You have a seat/);
    const today = (await pia.open('/')).body;
    assert.doesNotMatch(today, /You’ve got a seat/);
    assert.match(today, /Next for you[\s\S]*you have a seat/);
    assert.match((await pia.open('/schedule?following=true')).body, /You have a seat/);
  });

  test('shows waiting users live that they have moved up', async () => {
    const [one, two, three] = await ship.newcomers('quentin', 'quirin', 'quinn');
    assert.ok(one && two && three);
    await ship.limit('pottery', 1);
    await seatAll([one], potteryParams);
    const [first, second] = [
      await openPhone(ship.url, { token: two.token }),
      await openPhone(ship.url, { token: three.token }),
    ];
    for (const { tab } of [first, second]) {
      await tab.goto(path);
      await tab.getByRole('button', { name: 'Join the waiting list' }).click();
    }
    await second.tab.getByText('You’re number 2 on the waiting list').waitFor(patience);
    await takeScreenshot(second.tab, 'waiting');
    await one.get(seatsApi.giveUp, potteryParams);
    await first.tab.getByText('You have a seat', { exact: true }).waitFor(patience);
    await second.tab.getByText('You’re number 1 on the waiting list').waitFor(patience);
    await takeScreenshot(first.tab, 'seat');
    assert.deepEqual([...first.complaints, ...second.complaints], []);
  });
});

/** Finds the button in a person's line. */
const findButtonOf = (tab: Tab, label: string, username: string) =>
  tab
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })
    .getByRole('button', { name: label });

describe('the door list', () => {
  test('hosts limit seats, and let people in and undo that, without script', async () => {
    const [guest] = await ship.newcomers('rita');
    assert.ok(guest);
    const [door, passenger] = [visit(ship, host), visit(ship, guest)];
    assert.match((await door.open(path)).body, /Limit the seats/);
    assert.doesNotMatch((await passenger.open(path)).body, /\/seats"/);
    assert.equal((await passenger.open(`${path}/seats`)).status, 403);
    assert.equal((await door.send(`${path}/seats`, { action: 'limit', capacity: '2' })).status, 303);
    assert.match((await door.send(`${path}/seats`, { action: 'limit', capacity: '0' })).body, /from 1 to 1000/);
    await passenger.send(path, { takeSeat: '' });
    assert.match((await door.open(`${path}/seats`)).body, /0 of 1<\/b> checked in[\s\S]*rita/);
    await door.send(`${path}/seats`, { action: 'checkIn', person: guest.userID });
    assert.match((await door.open(`${path}/seats`)).body, /1 of 1<\/b> checked in[\s\S]*In since[\s\S]*Undo/);
    await door.send(`${path}/seats`, { action: 'undo', person: guest.userID });
    assert.match((await door.open(`${path}/seats`)).body, /0 of 1<\/b> checked in/);
    await door.send(`${path}/seats`, { unlimit: '' });
    assert.equal((await desk.get(scheduleApi.event, potteryParams)).capacity, undefined);
  });

  test('is found at the schedule desk, as are all other events', async () => {
    await ship.limit('pottery', 2);
    const office = visit(ship, desk);
    assert.match((await office.open('/staff/schedule')).body, /href="\/staff\/schedule\/seats"/);
    const limited = (await office.open('/staff/schedule/seats')).body;
    assert.match(limited, /Event pottery[\s\S]*2 of 2 seats left/);
    assert.doesNotMatch(limited, /Event knots/);
    const { event_id } = (await ship.findEventParams('knots')).params;
    assert.match((await office.open('/staff/schedule/seats?day=2')).body, new RegExp(`/event/${event_id}/seats`));
    assert.match((await office.open(`/event/${event_id}/seats`)).body, /Number of seats/);
  });

  test('checks people in without a connection, each once (schedule rule 145)', async () => {
    const guests = await ship.newcomers('sara', 'simon', 'sven');
    const [sara, simon, sven] = guests;
    assert.ok(sara && simon && sven);
    await ship.limit('pottery', 2);
    await seatAll(guests, potteryParams);
    const { tab } = await openPhone(network.url, { token: host.token });
    await tab.goto(`${path}/seats`);
    await findButtonOf(tab, 'Check in', 'sara').click();
    await findButtonOf(tab, 'Undo', 'sara').waitFor(patience);
    network.cut();
    for (const { username } of [simon, sven]) await findButtonOf(tab, 'Check in', username).click();
    await tab.locator('[data-waits]').nth(1).waitFor(patience);
    assert.equal(await findButtonOf(tab, 'Check in', 'simon').isVisible(), false);
    await takeScreenshot(tab, 'door-offline');
    assert.equal((await host.get(seatsApi.list, potteryParams)).checkedInCount, 1);
    network.restore();
    await tab.evaluate("dispatchEvent(new Event('online'))");
    await findButtonOf(tab, 'Undo', 'sven').waitFor(patience);
    await tab.getByText('3 of 3').waitFor(patience);
    await takeScreenshot(tab, 'door');
    const { seats, waiting } = await host.get(seatsApi.list, potteryParams);
    assert.deepEqual([seats.length, waiting.length], [3, 0]);
    assert.equal(await tab.locator('[data-waits]').count(), 0);
  });
});
