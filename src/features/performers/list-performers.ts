import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isAtLeast } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { notFound } from '#contract/errors.ts';
import { clampPage } from '#contract/query.ts';
import { describePicture } from '#core/images/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findUser, presentHeader } from '#core/users/index.ts';
import { presentEventsFor } from '#features/schedule/index.ts';
import { foldCase } from '#platform/text/lines.ts';
import type { performersApi } from './api.ts';
import { getPerformerLinks, getPerformers, type Performer } from './directory.ts';
import {
  defaultOfficialPage,
  defaultShadowPage,
  mapPerformerTexts,
  type PerformerData,
  type PerformerResponseData,
} from './records.ts';
import type { PerformerRow } from './tables.ts';

type ListQuery = QueryOf<typeof performersApi.officialPerformers>;

/** Lists official performers by sort key (schedule rules 64 and 65). */
export const listOfficialPerformers = (context: Context, query: ListQuery): PerformerResponseData =>
  listPage(context, getPerformers(context).official, query, defaultOfficialPage);

/** Lists performers of shadow events by sort key (schedule rules 64 and 65). */
export const listShadowPerformers = (context: Context, query: ListQuery): PerformerResponseData =>
  listPage(context, getPerformers(context).shadow, query, defaultShadowPage);

function listPage(
  context: Context,
  performers: readonly Performer[],
  query: ListQuery,
  defaultLimit: number,
): PerformerResponseData {
  const max = getServerSettings(context).maximumMicroblogPosts;
  const { start, limit } = clampPage(query, { default: defaultLimit, max });
  const part = foldCase(query.search?.trim() ?? '');
  const matching = part === '' ? performers : performers.filter(({ searched }) => searched.includes(part));
  return {
    performers: matching.slice(start, start + limit).map(({ header }) => header),
    paginator: { total: matching.length, start, limit },
  };
}

/** Returns the visible performer with this id. Throws not-found (schedule rule 66). */
export function getPerformer(context: Context, id: string): Performer {
  const performer = getPerformers(context).byID.get(id);
  if (!performer) throw notFound('performer');
  return performer;
}

/** Returns a performer with the events that the caller can see (schedule rule 66). Throws not-found. */
export const showPerformer = (context: Context, caller: Caller | undefined, id: string): PerformerData =>
  presentPerformer(context, caller, getPerformer(context, id));

/** Returns the caller's own profile, or an empty one if there is none (schedule rule 67). */
export function showOwnPerformer(context: Context, caller: Caller): PerformerData {
  const performer = getPerformers(context).byOwner.get(caller.userID);
  return performer ? presentPerformer(context, caller, performer) : emptyPerformer;
}

/**
 * Returns the ids of the events that the caller's own profile is linked to, including deleted ones. Returns none
 * without a profile.
 */
export function listEventIDsOfOwnPerformer(context: Context, caller: Caller): readonly string[] {
  const own = getPerformers(context).byOwner.get(caller.userID);
  return own ? getPerformerLinks(context).eventIDsOf(own.row.id) : [];
}

const emptyPerformer: PerformerData = {
  header: { name: '', isOfficialPerformer: false },
  yearsAttended: [],
  scrapedEventRefs: [],
  events: [],
};

function presentPerformer(context: Context, caller: Caller | undefined, { row, header }: Performer): PerformerData {
  const owner = caller && maySeeOwner(caller, row) ? findUser(context, row.ownerID ?? '') : undefined;
  return {
    header,
    photoDescription: describePicture(context, row.photo),
    ...presentProfile(row),
    scrapedEventRefs: [],
    events: presentEventsFor(context, caller, getPerformerLinks(context).eventIDsOf(row.id)),
    user: owner && presentHeader(owner),
  };
}

const maySeeOwner = ({ level, userID }: Caller, { ownerID }: PerformerRow): boolean =>
  ownerID === userID || isAtLeast(level, 'moderator');

/** Returns the texts of a profile, without missing ones. */
const presentProfile = ({ yearsAttended, alternativeNames, ...row }: PerformerRow) => ({
  ...mapPerformerTexts((name) => row[name] ?? undefined),
  yearsAttended: [...yearsAttended],
  alternativeNames: alternativeNames.length > 0 ? [...alternativeNames] : undefined,
});
