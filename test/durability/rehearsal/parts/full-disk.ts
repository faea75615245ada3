import assert from 'node:assert/strict';
import { createLimitedDisk } from '../../small-disk.ts';
import { type Day, type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

const maxWrites = 2_000;
const firstNote = 'before the disk was full';

/** On one day the serving machine's disk is full for a while: it rejects writes, and reads still work. */
export function createFullDiskPart(
  { clock, hold, machines, reminders, watch, world }: Stage,
  onDay: number,
): RehearsalPart {
  const { client } = world.admin;
  const [subject] = world.sailors;
  let refused = 0;

  const write = (note: string) => client.send('POST', `/api/v3/users/${subject?.userID}/note`, { body: { note } });
  const read = async () => (await client.send('GET', `/api/v3/users/${subject?.userID}/note`)).body.note;

  /** Writes until the service rejects it; returns the last acknowledged note. */
  async function writeUntilRefused(): Promise<string> {
    let acknowledged = firstNote;
    for (let number = 1; number <= maxWrites; number += 1) {
      const { status, reason } = await write(`note ${number}`);
      if (status >= 300) {
        assert.equal(status, 503, reason);
        assert.match(reason, /the disk of the server/i);
        refused += 1;
        watch.expectFailure();
        return acknowledged;
      }
      acknowledged = `note ${number}`;
    }
    throw new Error(`${maxWrites} writes on a full disk were acknowledged`);
  }

  return {
    promise: 'On a full disk writing is refused, reading goes on, and nothing is lost',
    target: 'refused with 503',
    async play(day: Day) {
      if (day.number !== onDay) return;
      await waitUntilShareOf(day, 0.4, clock);
      await hold(async () => {
        const from = clock.now();
        assert.ok((await write(firstNote)).status < 300);
        const disk = createLimitedDisk();
        const service = await machines.running();
        disk.fill(service);
        try {
          const acknowledged = await writeUntilRefused();
          assert.equal(await read(), acknowledged, 'the last note that was acknowledged');
          const events = await client.send('GET', '/api/v3/events');
          assert.equal(events.status, 200, events.reason);
        } finally {
          disk.makeSpace(service);
        }
        const { status, reason } = await write('there is space again');
        assert.ok(status < 300, reason);
        reminders.excuse({ from, until: clock.now() });
      });
    },
    figure: () => (refused > 0 ? 'refused' : 'not tried'),
  };
}
