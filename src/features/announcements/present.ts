import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { getUser, presentHeaderFor } from '#core/users/index.ts';
import { maySeeInactive } from './list-announcements.ts';
import type { AnnouncementData } from './records.ts';
import { countAudience, findDismissed, listHourlyDismissals, millisecondsPerHour } from './store.ts';
import type { AnnouncementRow, HourlyDismissalsRow } from './tables.ts';

/** Extra fields of a must-see announcement. */
type MustSeeFields = Pick<AnnouncementData, 'mustSee' | 'isSeen' | 'seenCount' | 'seenByHour' | 'audienceCount'>;

/** Presents announcements. They are for all users, even those who can't see their author. */
export function presentAnnouncements(
  context: Context,
  viewer: Caller | undefined,
  rows: readonly AnnouncementRow[],
): AnnouncementData[] {
  const presentMustSee = createMustSeePresenter(context, viewer, rows);
  return rows.map((row) => ({
    id: row.id,
    author: presentHeaderFor(context, viewer, getUser(context, row.authorID)),
    text: row.text,
    updatedAt: row.updatedAt,
    displayUntil: getShipClock(context).toDisplay(row.displayUntil),
    isDeleted: row.deletedAt !== null,
    ...presentMustSee(row),
  }));
}

/** Presents one announcement. */
export function presentAnnouncement(
  context: Context,
  viewer: Caller | undefined,
  row: AnnouncementRow,
): AnnouncementData {
  const [data] = presentAnnouncements(context, viewer, [row]);
  if (!data) throw new Error('an announcement was presented as nothing');
  return data;
}

/** Loads what is needed for all of the must-see ones at once, which are few or none. */
function createMustSeePresenter(
  context: Context,
  viewer: Caller | undefined,
  rows: readonly AnnouncementRow[],
): (row: AnnouncementRow) => MustSeeFields {
  const mustSee = rows.filter((row) => row.mustSee);
  if (mustSee.length === 0 || isFeatureDisabled(context, viewer, 'mustsee')) return () => ({});
  const dismissed = viewer && findDismissed(context.db, viewer.userID, mustSee);
  const hours = maySeeInactive(viewer)
    ? Map.groupBy(listHourlyDismissals(context.db, mustSee), ({ announcementID }) => announcementID)
    : undefined;
  return (row) => ({
    ...(row.mustSee && {
      mustSee: true,
      ...(dismissed && { isSeen: dismissed.has(row.id) }),
      ...(hours && presentCounts(context, row, hours.get(row.id) ?? [])),
    }),
  });
}

/** Counts for those who may announce (fez rule 98). */
function presentCounts(context: Context, row: AnnouncementRow, hours: readonly HourlyDismissalsRow[]) {
  const { db, clock } = context;
  const end = row.deletedAt ?? getShipClock(context).toDisplay(row.displayUntil);
  const until = new Date(Math.min(end.getTime(), clock.now().getTime()));
  return {
    seenCount: hours.reduce((sum, { count }) => sum + count, 0),
    seenByHour: hours.map(({ hour, count }) => ({ hour: new Date(hour * millisecondsPerHour), count })),
    audienceCount: countAudience(db, row.id, until),
  };
}
