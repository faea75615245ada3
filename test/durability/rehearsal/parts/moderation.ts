import assert from 'node:assert/strict';
import type { Sailor } from '../../soak/world.ts';
import { callIfReachable, type Day, type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

interface FiledReport {
  readonly message: string;
  readonly isCertain: boolean;
}

/**
 * Each evening a troll, the troll's fake accounts and others report users that the troll dislikes. Moderators see each
 * report once, and close them.
 */
export function createModerationPart({ world, clock, random, watch }: Stage): RehearsalPart {
  const filed: FiledReport[] = [];
  let closed = 0;
  const { client } = world.admin;

  async function report(reporter: Sailor, subject: Sailor): Promise<void> {
    const message = `Report ${filed.length} of ${reporter.name}`;
    const reply = await callIfReachable(world, () =>
      reporter.client.send('POST', `/api/v3/users/${subject.userID}/report`, { body: { message } }),
    );
    if (reply?.status === 503) {
      // The disk is full on one of the days.
      watch.expectFailure();
      return;
    }
    // A user can report another one only once, and can't see users who block them.
    if (reply && reply.status >= 300 && reply.status < 500) return;
    assert.ok(!reply || reply.status < 300, `a report: ${reply?.reason}`);
    filed.push({ message, isCertain: reply !== undefined });
  }

  const readReports = async (): Promise<{ id: string; submitterMessage: string; isClosed: boolean }[]> =>
    (await client.send('GET', '/api/v3/mod/reports')).body;

  return {
    promise: 'Moderators get every report once, and close it for all who filed it',
    target: 'all',
    async play(day: Day) {
      await waitUntilShareOf(day, 0.5, clock);
      const troll = random.oneOf(world.sailors);
      const puppets = world.sailors.filter(({ familyID }) => familyID === troll.familyID);
      const victim = random.oneOf(world.sailors);
      for (const reporter of [...puppets, ...random.pick(world.sailors, 2)]) await report(reporter, victim);
    },
    async compare() {
      const reports = await readReports();
      const messages = reports.map(({ submitterMessage }) => submitterMessage);
      assert.equal(new Set(messages).size, messages.length, 'a report is there twice');
      const missing = filed.filter(({ message, isCertain }) => isCertain && !messages.includes(message));
      assert.deepEqual(missing, [], 'reports that were acknowledged are missing');
      const open = reports.find(({ isClosed }) => !isClosed);
      if (!open) return;
      const { status, reason } = await client.send('POST', `/api/v3/mod/reports/${open.id}/closeall`);
      assert.ok(status < 300, reason);
      closed += 1;
      const again = (await readReports()).find(({ id }) => id === open.id);
      assert.equal(again?.isClosed, true, 'a report that was closed is open');
    },
    figure: () => `${filed.length} reports, ${closed} cases closed`,
  };
}
