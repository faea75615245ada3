import assert from 'node:assert/strict';
import { forEachConcurrently } from './at-once.ts';
import { readShown, showSummary } from './compare-summary.ts';
import { getPairKey, getSailor, type World } from './world.ts';

interface Entry {
  readonly id: number;
  readonly position: number;
  readonly singer: { readonly userID: string };
}

/** Throws unless the queue has no gaps and each singer once, and the summaries show the singers' positions. */
async function compareQueue(world: World): Promise<void> {
  // Managers see all singers.
  const { body } = await world.admin.client.send('GET', '/api/v3/karaoke/queue');
  const { called, waiting }: { readonly called?: Entry; readonly waiting: readonly Entry[] } = body;
  const words = JSON.stringify(body);
  assert.deepEqual(
    waiting.map(({ position }) => position),
    waiting.map((_, index) => index + 1),
    `positions of the queue: ${words}`,
  );
  const entries = [...(called ? [called] : []), ...waiting];
  const families = entries.map(({ singer }) => getSailor(world, singer.userID).familyID);
  assert.equal(new Set(families).size, families.length, `each person once: ${words}`);
  const positions = new Map(entries.map(({ singer, position }) => [singer.userID, position]));
  const shown = new Map<string, unknown>();
  await forEachConcurrently(world.sailors, async (sailor) => {
    shown.set(sailor.userID, (await showSummary(world, sailor)).karaokeQueuePosition);
  });
  // In a rehearsal the clock is fast, so the evening may end between two comparisons.
  const after = await world.admin.client.send('GET', '/api/v3/karaoke/queue');
  if (JSON.stringify(after.body) !== words) return;
  for (const { name, userID } of world.sailors)
    assert.equal(shown.get(userID), positions.get(userID), `summary of ${name}: ${words}`);
  world.tally.queued += entries.length;
}

interface ListedAnnouncement {
  readonly id: number;
  readonly displayUntil: string;
  readonly seenCount?: number;
  readonly audienceCount: number;
  readonly seenByHour: readonly { readonly count: number }[];
}

const marginMilliseconds = 12 * 60 * 60_000;

/** Throws unless everyone whose dismissal was acknowledged has dismissed the announcement, and the count is right. */
async function compareAnnouncements(world: World): Promise<void> {
  const { body } = await world.admin.client.send('GET', '/api/v3/notification/announcements?inactives=true');
  // None of these announcements ends during the comparison.
  const until = world.time.now().getTime() + marginMilliseconds;
  const announced = (body as readonly ListedAnnouncement[]).filter(
    ({ seenCount, displayUntil }) => seenCount !== undefined && Date.parse(displayUntil) > until,
  );
  const ids = new Set(announced.map(({ id }) => id));
  const seen = new Map(announced.map(({ id }) => [id, 0]));
  await forEachConcurrently(world.sailors, async (sailor) => {
    const said: readonly number[] = (await showSummary(world, sailor)).mustSeeAnnouncementIDs ?? [];
    const unseen = said.filter((id) => ids.has(id));
    const listed: readonly ListedAnnouncement[] = await readShown(
      world,
      sailor,
      'notification/announcements?mustsee=true',
    );
    assert.deepEqual(
      listed.map(({ id }) => id).filter((id) => ids.has(id)),
      unseen,
      `summary of ${sailor.name}: announcements to dismiss`,
    );
    for (const { id } of announced) {
      const where = `announcement ${id} as ${sailor.name}`;
      if (!unseen.includes(id)) seen.set(id, (seen.get(id) ?? 0) + 1);
      else assert.ok(!world.dismissed.has(getPairKey(String(id), sailor.userID)), `${where}: was dismissed`);
      world.tally.dismissals += 1;
    }
  });
  for (const { id, seenCount, audienceCount, seenByHour } of announced) {
    const sum = seenByHour.reduce((total, { count }) => total + count, 0);
    assert.deepEqual([seenCount, sum], [seen.get(id), seen.get(id)], `announcement ${id}: how many have seen it`);
    assert.ok(sum <= audienceCount, `announcement ${id}: ${sum} of ${audienceCount}`);
  }
}

/** Throws if tonight's queue or the must-see announcements differ from the expected state for any user. */
export async function compareQueueAndAnnouncements(world: World): Promise<void> {
  await compareQueue(world);
  await compareAnnouncements(world);
}
