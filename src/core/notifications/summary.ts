import { listAreas } from '#area/area.ts';
import type { Version } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { CounterContribution, CounterFields, CounterSource, ModeratorCounterFields } from '#area/counters.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { countOpenReports } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { computeNextTransition, getCruise, getShipClock } from '#core/ship-time/index.ts';
import { listHiddenUserIDs, listMutedUserIDs } from '#core/users/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { hashBody } from '#platform/text/rendered.ts';
import type { UserNotificationData } from './records.ts';

/** In milliseconds since 1970, because thousands of these are cached and a Date takes more memory than the rest. */
interface ValidityPeriod {
  readonly validFrom: number;
  readonly validUntil: number;
}

/** A cached summary without the time of the call. */
interface CachedSummary extends ValidityPeriod {
  readonly fields: Omit<UserNotificationData, 'serverTime'>;
  /** The fields as JSON without the opening bracket, because requests are far more frequent than changes. */
  readonly json: string;
}

/** Without the time of the call, which is no news. Computed when a client first asks. */
const hashSummary = computeOncePerObject(({ json }: CachedSummary) => hashBody(json));

/**
 * How long a tag stays valid: with a 304, a phone's cache returns its stored summary, whose time is as old as the tag.
 */
const tagLifetimeMilliseconds = 5 * 60_000;

/** Defaults for fields without a contribution, and for callers who aren't logged in (fez rule 79). */
const defaultCounters: CounterFields = {
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

const defaultModeratorCounters: ModeratorCounterFields = {
  newModeratorSeamailMessageCount: 0,
  newDevTeamSeamailMessageCount: 0,
  newModeratorForumMentionCount: 0,
  newDevTeamForumMentionCount: 0,
};

const maxSummaries = 20_000;
const summaryCache = createOncePerInstance((context) =>
  createDerivedCache<CachedSummary>(context.caches, { max: maxSummaries }),
);

const getCacheKey = (viewer: Caller | undefined): string => viewer?.userID ?? '';

/** Returns what is new for the caller. Callers who aren't logged in share one summary (fez rules 67 to 80). */
export function getSummary(context: Context, viewer: Caller | undefined): EndpointResponse<UserNotificationData> {
  const summary = getCurrentSummary(context, viewer);
  const { fields, json } = summary;
  const serverTime = context.clock.now();
  return respondWithJson(
    () => `{"serverTime":"${serverTime.toISOString()}",${json}`,
    () => ({ ...fields, serverTime }),
    () => `${hashSummary(summary)}.${Math.floor(serverTime.getTime() / tagLifetimeMilliseconds)}`,
  );
}

/** What an area counted for a user, so that an announcement doesn't cause chats to be counted again for everyone. */
interface CachedContribution extends ValidityPeriod {
  readonly version: Version;
  readonly contribution: CounterContribution;
}

/**
 * What the areas have counted for each user, in their order. One entry for all of them takes 5 KB less per user than one
 * each.
 */
const contributionsCache = createOncePerInstance((context) =>
  createDerivedCache<CachedContribution[]>(context.caches, { max: maxSummaries }),
);

/** Created once, because counter sources have no state. */
const getCounterSources = createOncePerInstance((context): readonly CounterSource[] =>
  listAreas(context).flatMap(({ counters }) => (counters ? [counters(context)] : [])),
);

function getCurrentSummary(context: Context, viewer: Caller | undefined): CachedSummary {
  const cached = findCachedSummary(context, viewer);
  if (cached) return cached;
  const dependencies = collectDependencies(context, viewer);
  const contributions = getContributions(context, viewer, dependencies);
  const summary = buildSummary(context, viewer, contributions);
  const versions = collectVersions(context, viewer);
  summaryCache(context).set(getCacheKey(viewer), [...versions, ...dependencies], summary);
  return summary;
}

const collectVersions = (context: Context, viewer: Caller | undefined): readonly Version[] =>
  getCounterSources(context).map((source) => source.version(viewer));

function getContributions(
  context: Context,
  viewer: Caller | undefined,
  dependencies: readonly unknown[],
): readonly CounterContribution[] {
  const cached = contributionsCache(context).get(getCacheKey(viewer), dependencies, () => []);
  return getCounterSources(context).map((source, index) => {
    const before = cached[index];
    if (before && before.version === source.version(viewer) && isValid(context, before)) return before.contribution;
    const contribution = source.count(viewer);
    // Counting may have set a new version.
    const version = source.version(viewer);
    cached[index] = { version, contribution, ...computeValidity(context, [contribution]) };
    return contribution;
  });
}

/** Returns the cached summary; undefined if there is none or it's out of date. */
export function findCachedSummary(context: Context, viewer: Caller | undefined): CachedSummary | undefined {
  const dependencies = [...collectVersions(context, viewer), ...collectDependencies(context, viewer)];
  const summary = summaryCache(context).peek(getCacheKey(viewer), dependencies);
  return summary && isValid(context, summary) ? summary : undefined;
}

/** Everything is recomputed at the next clock change, because all times on board move. */
function computeValidity(context: Context, contributions: readonly CounterContribution[]): ValidityPeriod {
  const now = context.clock.now();
  const ends = contributions.flatMap(({ validUntil }) => validUntil?.getTime() ?? []);
  const clockChange = computeNextTransition(getShipClock(context), now).getTime();
  return { validFrom: now.getTime(), validUntil: Math.min(clockChange, ...ends) };
}

/** Setting the clock back also invalidates cached values. */
function isValid(context: Context, { validFrom, validUntil }: ValidityPeriod): boolean {
  const now = context.clock.now().getTime();
  return validFrom <= now && now < validUntil;
}

/**
 * Returns what the counts of all areas depend on, apart from the areas' own tables. For open reports that's their
 * number, since counting them is cheap.
 */
function collectDependencies(context: Context, viewer: Caller | undefined): readonly unknown[] {
  const everywhere = [getServerSettings(context), getShipClock(context), getCruise(context)];
  if (!viewer) return everywhere;
  const hidden = listHiddenUserIDs(context, viewer);
  const personal = [viewer.level, hidden.length > 0 && hidden, listMutedUserIDs(context, viewer.userID)];
  return [...everywhere, ...personal, isModerator(viewer) && countOpenReports(context.db)];
}

const isModerator = ({ level }: Caller): boolean => isAtLeast(level, 'moderator');

/** Computes the summary without caches. */
export function computeSummary(context: Context, viewer: Caller | undefined): CachedSummary {
  const contributions = getCounterSources(context).map((source) => source.count(viewer));
  return buildSummary(context, viewer, contributions);
}

function buildSummary(
  context: Context,
  viewer: Caller | undefined,
  contributions: readonly CounterContribution[],
): CachedSummary {
  const fields = {
    ...buildServerFields(context, viewer, context.clock.now()),
    ...mergeCounters(contributions),
    moderatorData: viewer && isModerator(viewer) ? mergeModeratorCounters(context, contributions) : undefined,
  };
  return {
    fields,
    json: JSON.stringify(fields).slice(1),
    ...computeValidity(context, contributions),
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

function mergeCounters(contributions: readonly CounterContribution[]) {
  let counters = defaultCounters;
  for (const contribution of contributions) counters = { ...counters, ...contribution.counters };
  return {
    ...counters,
    addedToSeamailCount: counters.addedToSeamailIDs.length,
    addedToLFGCount: counters.addedToLFGIDs.length,
    addedToPrivateEventCount: counters.addedToPrivateEventIDs.length,
    PrivateEventMessageCount: counters.newPrivateEventMessageCount,
  };
}

function mergeModeratorCounters(context: Context, contributions: readonly CounterContribution[]) {
  let counters = defaultModeratorCounters;
  for (const contribution of contributions) counters = { ...counters, ...contribution.moderatorCounters };
  return { openReportCount: countOpenReports(context.db), ...counters };
}
