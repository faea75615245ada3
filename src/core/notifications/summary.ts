import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Contribution, CounterFields, ModeratorCounterFields } from '#area/counters.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { countOpenReports } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { computeNextTransition, getShipClock } from '#core/ship-time/index.ts';
import { listHiddenUserIDs, listMutedUserIDs } from '#core/users/index.ts';
import { createKeyedCache, type KeyedCache } from '#platform/caches.ts';
import type { UserNotificationData } from './records.ts';

/** A summary while it is up to date: all of it but the time of each call. */
interface CachedSummary {
  readonly fields: Omit<UserNotificationData, 'serverTime'>;
  /** The fields as JSON without the bracket before them: it is asked for far more often than anything in it changes. */
  readonly json: string;
  /** What the core knows of the viewer; with any other the summary is out of date. */
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

const maxSummaries = 20_000;
const summaryCache = createOncePerInstance(
  (context): KeyedCache<CachedSummary> => createKeyedCache(context.caches, maxSummaries),
);

const getCacheKey = (viewer: Caller | undefined): string => viewer?.userID ?? '';

/** What is new for the caller; callers who are not logged in share one summary (fez rules 67 to 80). */
export function getSummary(context: Context, viewer: Caller | undefined): EndpointResponse<UserNotificationData> {
  const { fields, json } = getCurrentSummary(context, viewer);
  const serverTime = context.clock.now();
  return respondWithJson(`{"serverTime":"${serverTime.toISOString()}",${json}`, () => ({ serverTime, ...fields }));
}

/**
 * Invalidates summaries of users by id; `everybody` includes callers who are not logged in. Whatever changes what an
 * area counts for them calls it.
 */
export function invalidateSummaries(context: WriteContext, whose: readonly string[] | 'everybody'): void {
  context.db.invalidate(() => {
    if (whose === 'everybody') summaryCache(context).clear();
    else for (const userID of whose) summaryCache(context).invalidate(userID);
  });
}

function getCurrentSummary(context: Context, viewer: Caller | undefined): CachedSummary {
  const cached = findCachedSummary(context, viewer);
  if (cached) return cached;
  const summary = computeSummary(context, viewer);
  summaryCache(context).set(getCacheKey(viewer), summary);
  return summary;
}

/** The cached summary; undefined when there is none or it is out of date. */
export function findCachedSummary(context: Context, viewer: Caller | undefined): CachedSummary | undefined {
  const summary = summaryCache(context).peek(getCacheKey(viewer));
  if (!summary) return undefined;
  const now = context.clock.now();
  // A clock that was set back makes it out of date too.
  const isValid = summary.validFrom <= now && now < summary.validUntil;
  return isValid && areSame(summary.basis, collectBasis(context, viewer)) ? summary : undefined;
}

/** All of these are the very same objects as long as nothing changes; open reports are simply counted. */
function collectBasis(context: Context, viewer: Caller | undefined): readonly unknown[] {
  const everywhere = [getServerSettings(context), getShipClock(context)];
  if (!viewer) return everywhere;
  const hidden = listHiddenUserIDs(context, viewer);
  const personal = [viewer.level, hidden.length > 0 && hidden, listMutedUserIDs(context, viewer.userID)];
  return [...everywhere, ...personal, isModerator(viewer) && countOpenReports(context.db)];
}

const isModerator = ({ level }: Caller): boolean => isAtLeast(level, 'moderator');

const areSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((part, index) => part === now[index]);

/** The counter sources of the areas; made once, since they have no state. */
const listCounters = createOncePerInstance((context) =>
  listAreas(context).flatMap(({ counters }) => counters?.(context) ?? []),
);

/** The summary as it is now, whatever is cached. */
export function computeSummary(context: Context, viewer: Caller | undefined): CachedSummary {
  const now = context.clock.now();
  const contributions = listCounters(context).map((count) => count(viewer));
  const ends = contributions.flatMap(({ validUntil }) => validUntil ?? []);
  const fields = {
    ...buildServerFields(context, viewer, now),
    ...mergeCounters(contributions),
    moderatorData: viewer && isModerator(viewer) ? mergeModeratorCounters(context, contributions) : undefined,
  };
  return {
    fields,
    json: JSON.stringify(fields).slice(1),
    basis: collectBasis(context, viewer),
    validFrom: now,
    validUntil: new Date(Math.min(computeNextTransition(getShipClock(context), now).getTime(), ...ends.map(Number))),
  };
}

function buildServerFields(context: Context, viewer: Caller | undefined, now: Date) {
  const { disabledFeatures, shipWifiSSID } = getServerSettings(context);
  const zone = getShipClock(context).zoneAt(now);
  return {
    serverTimeOffset: zone.offsetSeconds,
    serverTimeZoneID: zone.id,
    serverTimeZone: zone.abbreviation,
    disabledFeatures: disabledFeatures.map(({ app, feature }) => ({ appName: app, featureName: feature })),
    shipWifiSSID: (viewer && shipWifiSSID) || undefined,
  };
}

function mergeCounters(contributions: readonly Contribution[]) {
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

function mergeModeratorCounters(context: Context, contributions: readonly Contribution[]) {
  let counters = neutralModeratorCounters;
  for (const contribution of contributions) counters = { ...counters, ...contribution.moderatorCounters };
  return { openReportCount: countOpenReports(context.db), ...counters };
}
