import assert from 'node:assert/strict';
import type { Sailor } from '../../soak/world.ts';
import { type Day, type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

/** Phones of each person, so that they're as many as on a small ship. */
const phonesEach = 5;
/** What an app reads when it opens. */
const readsAtStart = [
  'client/settings',
  'user/whoami',
  'notification/global',
  'notification/announcements',
  'events',
  'fez/joined',
  'forum/categories',
];
const text = 'Muster drill: go to your station, with your life jacket.';

/** After an announcement everyone opens the app at the same moment, and sees it. */
export function createMusterPart({ clock, hold, reminders, world }: Stage, onDay: number): RehearsalPart {
  let [calls, slowest, finished] = [0, 0, 0];

  async function read({ client, name }: Sailor, path: string) {
    const began = performance.now();
    const { status, reason, body } = await client.send('GET', `/api/v3/${path}`);
    assert.equal(status, 200, `${path} for ${name}: ${reason}`);
    calls += 1;
    slowest = Math.max(slowest, performance.now() - began);
    return body;
  }

  async function announce(): Promise<void> {
    const body = { text, displayUntil: world.time.meetingsFrom.toISOString(), mustSee: true };
    const { status, reason } = await world.admin.client.send('POST', '/api/v3/notification/announcement/create', {
      body,
    });
    assert.equal(status, 201, reason);
  }

  async function openApp(sailor: Sailor): Promise<void> {
    const bodies = new Map<string, Awaited<ReturnType<typeof read>>>();
    for (const path of readsAtStart) bodies.set(path, await read(sailor, path));
    const shown: readonly { id: number; text: string }[] = bodies.get('notification/announcements');
    const id = shown.find((announcement) => announcement.text === text)?.id;
    assert.ok(id !== undefined, `${sailor.name} doesn't see the announcement`);
    const { activeAnnouncementIDs } = bodies.get('notification/global');
    assert.ok(activeAnnouncementIDs.includes(id), `the summary of ${sailor.name} lacks the announcement`);
  }

  return {
    promise: 'When everyone opens the app at once after an announcement, each phone shows it',
    target: 'all',
    async play(day: Day) {
      if (day.number !== onDay) return;
      await waitUntilShareOf(day, 0.1, clock);
      await hold(async () => {
        const from = clock.now();
        await announce();
        const phones = world.sailors.flatMap((sailor) => Array<Sailor>(phonesEach).fill(sailor));
        await Promise.all(phones.map(openApp));
        finished = phones.length;
        // A second that a call waits is many minutes of this clock.
        reminders.excuse({ from, until: clock.now() });
      });
    },
    figure: () => `${finished} phones, ${calls} calls, the slowest ${Math.round(slowest)} ms`,
  };
}
