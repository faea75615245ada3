import { type Context, perContext } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { Contribution, CounterFields, ModeratorCounterFields } from '#contract/counters.ts';
import { Written } from '#contract/endpoint.ts';
import { countOpenReports } from '#core/reports/index.ts';
import { serverSettings } from '#core/settings/index.ts';
import { runsEvenlyUntil, shipClock } from '#core/ship-time/index.ts';
import { hiddenUserIDs, mutedUserIDs } from '#core/users/index.ts';
import { type KeyedCache, keyedCache } from '#platform/caches.ts';
import { contributionsOf } from './contributions.ts';
import type { UserNotificationData } from './records.ts';

/** A summary as long as it holds: all of it but the time of each call. */
interface RememberedSummary {
  readonly fields: Omit<UserNotificationData, 'serverTime'>;
  /** The fields as JSON without the bracket before them: it is asked for far more often than anything in it changes. */
  readonly json: string;
  /** What the core knows of the viewer; a summary made with anything else is out of date. */
  readonly basis: readonly unknown[];
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** What is said where no area says otherwise, and to callers who are not logged in (fez rule 79). */
const neutralCounters: CounterFields = {
  activeAnnouncementIDs: [],
  newAnnouncementCount: 0,
  microblogMentionCount: 0,
  newMicroblogMentionCount: 0,
  forumMentionCount: 0,
  newForumMentionCount: 0,
  addedToSeamailIDs: [],
  addedToLFGIDs: [],
  addedToPrivateEventIDs: [],
  newSeamailMessageCount: 0,
  newFezMessageCount: 0,
  newPrivateEventMessageCount: 0,
  microKaraokeFinishedSongCount: 0,
  alertWords: [],
};

const neutralModeratorCounters: ModeratorCounterFields = {
  newModeratorSeamailMessageCount: 0,
  newDevTeamSeamailMessageCount: 0,
  newModeratorForumMentionCount: 0,
  newDevTeamForumMentionCount: 0,
};

const mostPeopleHeld = 20_000;
const held = perContext((context): KeyedCache<RememberedSummary> => keyedCache(context.caches, mostPeopleHeld));

const keyOf = (viewer: Caller | undefined): string => viewer?.userID ?? '';

/** What is new for the caller; callers who are not logged in share one summary (fez rules 67 to 80). */
export function summaryOf(context: Context, viewer: Caller | undefined): Written<UserNotificationData> {
  const { fields, json } = currentSummary(context, viewer);
  const serverTime = context.clock.now();
  return new Written(`{"serverTime":"${serverTime.toISOString()}",${json}`, () => ({ serverTime, ...fields }));
}

/**
 * To be called, inside its transaction, by whatever changes what an area says in these people's summaries; `everybody`
 * includes those who are not logged in.
 */
export function summaryChanged(context: Context, whose: readonly string[] | 'everybody'): void {
  context.db.invalidate(() => {
    if (whose === 'everybody') held(context).clear();
    else for (const userID of whose) held(context).drop(userID);
  });
}

function currentSummary(context: Context, viewer: Caller | undefined): RememberedSummary {
  const remembered = rememberedSummary(context, viewer);
  if (remembered) return remembered;
  const made = makeSummary(context, viewer);
  held(context).set(keyOf(viewer), made);
  return made;
}

/** The summary at hand, if it still holds. */
export function rememberedSummary(context: Context, viewer: Caller | undefined): RememberedSummary | undefined {
  const summary = held(context).peek(keyOf(viewer));
  if (!summary) return undefined;
  const now = context.clock.now();
  // A clock that was set back makes it out of date too.
  const holds = summary.validFrom <= now && now < summary.validUntil;
  return holds && isSame(summary.basis, basisOf(context, viewer)) ? summary : undefined;
}

/** All of these are the very same objects as long as nothing changes; reports that wait are simply counted. */
function basisOf(context: Context, viewer: Caller | undefined): readonly unknown[] {
  const everywhere = [serverSettings(context), shipClock(context)];
  if (!viewer) return everywhere;
  const hidden = hiddenUserIDs(context, viewer);
  const personal = [viewer.level, hidden.length > 0 && hidden, mutedUserIDs(context, viewer.userID)];
  return [...everywhere, ...personal, isModerator(viewer) && countOpenReports(context.db)];
}

const isModerator = ({ level }: Caller): boolean => isAtLeast(level, 'moderator');

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

/** Works the summary out anew. */
export function makeSummary(context: Context, viewer: Caller | undefined): RememberedSummary {
  const now = context.clock.now();
  const contributions = contributionsOf(context).counters.map((count) => count(viewer));
  const limits = contributions.flatMap(({ validUntil }) => validUntil ?? []);
  const fields = {
    ...serverFields(context, viewer, now),
    ...counterFields(contributions),
    moderatorData: viewer && isModerator(viewer) ? moderatorFields(context, contributions) : undefined,
  };
  return {
    fields,
    json: JSON.stringify(fields).slice(1),
    basis: basisOf(context, viewer),
    validFrom: now,
    validUntil: new Date(Math.min(runsEvenlyUntil(shipClock(context), now).getTime(), ...limits.map(Number))),
  };
}

function serverFields(context: Context, viewer: Caller | undefined, now: Date) {
  const { disabledFeatures, shipWifiSSID } = serverSettings(context);
  const zone = shipClock(context).zoneAt(now);
  return {
    serverTimeOffset: zone.offsetSeconds,
    serverTimeZoneID: zone.id,
    serverTimeZone: zone.abbreviation,
    disabledFeatures: disabledFeatures.map(({ app, feature }) => ({ appName: app, featureName: feature })),
    shipWifiSSID: (viewer && shipWifiSSID) || undefined,
  };
}

function counterFields(contributions: readonly Contribution[]) {
  let counters = neutralCounters;
  for (const contribution of contributions) counters = { ...counters, ...contribution.counters };
  return {
    ...counters,
    addedToSeamailCount: counters.addedToSeamailIDs.length,
    addedToLFGCount: counters.addedToLFGIDs.length,
    addedToPrivateEventCount: counters.addedToPrivateEventIDs.length,
    PrivateEventMessageCount: counters.newPrivateEventMessageCount,
  };
}

function moderatorFields(context: Context, contributions: readonly Contribution[]) {
  let counters = neutralModeratorCounters;
  for (const contribution of contributions) counters = { ...counters, ...contribution.moderatorCounters };
  return { openReportCount: countOpenReports(context.db), ...counters };
}
