import { type Context, createOncePerInstance } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { clampPage, type Page } from '#contract/query.ts';
import { type EndpointResponse, type RenderedBody, respondWithRendered } from '#contract/response.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getDirectoryVersion, listHiddenUserIDs, listUsers } from '#core/users/index.ts';
import { type EventViewer, getCurrentSchedule, getEventViewer } from '#features/schedule/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { toJson } from '#platform/json.ts';
import { renderBody } from '#platform/rendered.ts';
import { presentPhotos } from './present.ts';
import { defaultPhotos, type PhotostreamListData } from './records.ts';
import { countShownPhotos, getPhotosVersion, listShownPhotos, type PhotoFilter } from './store.ts';
import type { PhotoRow } from './tables.ts';

/** What may be asked of the stream (schedule rules 92 and 93). */
interface PhotosQuery {
  readonly start?: number;
  readonly limit?: number;
  readonly eventID?: string;
  readonly locationName?: string;
  readonly byUser?: string;
}

/** A part of the stream as somebody may see it. */
interface Stream {
  readonly filter: PhotoFilter;
  readonly hiddenIDs: readonly string[];
  readonly page: Page;
  /** Passengers are told a fixed number. */
  readonly isCounted: boolean;
}

/** A page as everybody sees it who has marked none of its events. */
interface StreamPage {
  readonly rows: readonly PhotoRow[];
  readonly total: number;
  readonly rendered: RenderedBody;
}

/** A page of the stream as the caller sees it, rendered once for all who see the same. */
export function listPhotos(context: Context, caller: Caller, query: PhotosQuery): EndpointResponse<never> {
  const stream = readStream(context, caller, query);
  const viewer = getEventViewer(context, caller);
  const shared = getSharedPage(context, stream);
  if (viewer.coverage) return respondWithRendered(render(context, viewer, stream, shared));
  const hasMarked = shared.rows.some(({ eventID }) => eventID !== null && viewer.marks.favorite.has(eventID));
  return respondWithRendered(hasMarked ? getOwnPage(context, viewer, stream, shared) : shared.rendered);
}

/** Throws 400 when photos are asked for by several things at once. */
function readStream(context: Context, caller: Caller, query: PhotosQuery): Stream {
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
  if (filters.length > 1) throw malformed('Ask for photos by one of eventID, locationName and byUser, not by several.');
  return filters[0] ?? { by: 'all' };
}

const bannedCache = createOncePerInstance((context) =>
  createDerivedCache<readonly string[]>(context.caches, { max: 1 }),
);

/** Whoever was banned has no photo below moderator (schedule rule 91). */
const listBannedUserIDs = (context: Context): readonly string[] =>
  bannedCache(context).get('', [getDirectoryVersion(context)], () =>
    listUsers(context)
      .filter(({ level }) => level === 'banned')
      .map(({ userID }) => userID),
  );

const totalCache = createOncePerInstance((context) =>
  createDerivedCache<{ readonly total: number }>(context.caches, { max: 1_000 }),
);
const maxBytes = 4 * 1024 * 1024;
const sharedPages = createOncePerInstance((context) =>
  createDerivedCache<StreamPage>(context.caches, {
    max: 2_000,
    maxSize: maxBytes,
    measure: ({ rendered }) => rendered.bytes.length,
  }),
);
const ownPages = createOncePerInstance((context) =>
  createDerivedCache<RenderedBody>(context.caches, {
    max: 2_000,
    maxSize: maxBytes,
    measure: ({ bytes }) => bytes.length,
  }),
);

function getSharedPage(context: Context, stream: Stream): StreamPage {
  const basis = [getPhotosVersion(context), getDirectoryVersion(context), getCurrentSchedule(context)];
  return sharedPages(context).get(JSON.stringify(stream), basis, () => {
    const found = { rows: findRows(context, stream), total: findTotal(context, stream) };
    return { ...found, rendered: render(context, getEventViewer(context, undefined), stream, found) };
  });
}

/** The page of somebody who follows one of its events. */
const getOwnPage = (context: Context, viewer: EventViewer, stream: Stream, shared: StreamPage): RenderedBody =>
  ownPages(context).get(JSON.stringify([viewer.caller?.userID, stream]), [shared, viewer.marks], () =>
    render(context, viewer, stream, shared),
  );

/** Photos of an event that was deleted name it no longer, so they are not found by it (schedule rule 100). */
function findRows(context: Context, { filter, hiddenIDs, page }: Stream): PhotoRow[] {
  return isOfDeletedEvent(context, filter) ? [] : listShownPhotos(context.db, filter, hiddenIDs, page);
}

function findTotal(context: Context, { filter, hiddenIDs, isCounted }: Stream): number {
  if (!isCounted) return defaultPhotos;
  if (isOfDeletedEvent(context, filter)) return 0;
  const basis = [getPhotosVersion(context), getCurrentSchedule(context)];
  return totalCache(context).get(JSON.stringify(filter), basis, () => ({
    total: countShownPhotos(context.db, filter, hiddenIDs),
  })).total;
}

const isOfDeletedEvent = (context: Context, { by, value }: PhotoFilter): boolean =>
  by === 'event' && !getCurrentSchedule(context).byID.has(value);

function render(
  context: Context,
  viewer: EventViewer,
  { page }: Stream,
  { rows, total }: Pick<StreamPage, 'rows' | 'total'>,
): RenderedBody {
  const list: PhotostreamListData = { photos: presentPhotos(context, viewer, rows), paginator: { total, ...page } };
  return renderBody(toJson(list));
}
