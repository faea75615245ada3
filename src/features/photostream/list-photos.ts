import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import { clampPage, type Page } from '#contract/query.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { listHiddenUserIDs, listUsers } from '#core/users/index.ts';
import { getCurrentSchedule, getEventViewer } from '#features/schedule/index.ts';
import type { photostreamApi } from './api.ts';
import { presentPhotos } from './present.ts';
import { defaultPhotos, type PhotostreamListData } from './records.ts';
import { countShownPhotos, listShownPhotos, type PhotoFilter } from './store.ts';
import type { PhotoRow } from './tables.ts';

/** The query parameters of the stream (schedule rules 92 and 93). */
type PhotosQuery = QueryOf<typeof photostreamApi.list>;

/** A part of the stream that a viewer may see. */
interface VisiblePhotos {
  readonly filter: PhotoFilter;
  readonly hiddenIDs: readonly string[];
  readonly page: Page;
  /** Passengers get a fixed number of photos. */
  readonly isCounted: boolean;
}

/** Returns a page of the stream for the caller. */
export function listPhotos(context: Context, caller: Caller, query: PhotosQuery): PhotostreamListData {
  const stream = readVisiblePhotos(context, caller, query);
  const photos = presentPhotos(context, getEventViewer(context, caller), findRows(context, stream));
  return { photos, paginator: { total: findTotal(context, stream), ...stream.page } };
}

/** Throws 400 if the query has more than one filter. */
function readVisiblePhotos(context: Context, caller: Caller, query: PhotosQuery): VisiblePhotos {
  const isModerator = isAtLeast(caller.level, 'moderator');
  const max = getServerSettings(context).maximumMicroblogPosts;
  return {
    filter: readFilter(query),
    hiddenIDs: isModerator ? [] : [...listHiddenUserIDs(context, caller), ...listBannedUserIDs(context)],
    page: isModerator ? clampPage(query, { default: defaultPhotos, max }) : { start: 0, limit: defaultPhotos },
    isCounted: isModerator,
  };
}

function readFilter({ eventID, locationName, byUser }: PhotosQuery): PhotoFilter {
  const filters: PhotoFilter[] = [];
  if (eventID !== undefined) filters.push({ by: 'event', value: eventID });
  if (locationName !== undefined) filters.push({ by: 'location', value: locationName });
  if (byUser !== undefined) filters.push({ by: 'author', value: byUser });
  if (filters.length > 1) throw malformed('Use only one of eventID, locationName and byUser.', 'invalidQuery');
  return filters[0] ?? { by: 'all' };
}

/** Photos of banned users are only visible to moderators (schedule rule 91). */
const listBannedUserIDs = (context: Context): readonly string[] =>
  listUsers(context)
    .filter(({ level }) => level === 'banned')
    .map(({ userID }) => userID);

/** Photos of a deleted event no longer name it, so a search for the event doesn't find them (schedule rule 100). */
function findRows(context: Context, { filter, hiddenIDs, page }: VisiblePhotos): PhotoRow[] {
  return isFilteredByDeletedEvent(context, filter) ? [] : listShownPhotos(context.db, filter, hiddenIDs, page);
}

function findTotal(context: Context, { filter, hiddenIDs, isCounted }: VisiblePhotos): number {
  if (!isCounted) return defaultPhotos;
  return isFilteredByDeletedEvent(context, filter) ? 0 : countShownPhotos(context.db, filter, hiddenIDs);
}

const isFilteredByDeletedEvent = (context: Context, { by, value }: PhotoFilter): boolean =>
  by === 'event' && !getCurrentSchedule(context).byID.has(value);
