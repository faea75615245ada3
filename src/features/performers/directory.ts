import { cacheValue, observeLoad } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { EventDetailSource, EventDetails, PerformerOnEvent } from '#area/event-details.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { users } from '#core/users/tables.ts';
import { type Watch, type WatchOptions, watchTable } from '#db/watched-tables.ts';
import { compareTexts, foldCase } from '#platform/text/lines.ts';
import { findShownPerformers, listIDsOwnedBy, listLinks, listShownPerformers } from './store.ts';
import { eventPerformers, type PerformerRow, performers } from './tables.ts';

/** A visible performer: not deleted, and not made by a banned user (decision 83). */
export interface Performer {
  readonly row: PerformerRow;
  readonly header: PerformerOnEvent;
  /** The last word of the name, in upper case (schedule rule 64). */
  readonly sortKey: string;
  /** The text that searches read, without case (schedule rule 65). */
  readonly searched: string;
}

/** All visible performers. Lists are sorted by sort key, then name, then id (schedule rule 64). */
export interface PerformerDirectory {
  readonly byID: ReadonlyMap<string, Performer>;
  /** By the account that made the profile for itself. */
  readonly byOwner: ReadonlyMap<string, Performer>;
  readonly official: readonly Performer[];
  /** Performers of shadow events. */
  readonly shadow: readonly Performer[];
}

const performerRows: WatchOptions = { table: performers, key: performers.id };
const ownerRows: WatchOptions = {
  table: users,
  key: users.id,
  columns: [users.accessLevel],
  statements: ['update'],
};
const [ofPerformers, ofOwners] = [watchTable(performerRows), watchTable(ownerRows)];
const directoryCache = createOncePerInstance(createDirectoryCache);

/** Returns the current performers. After a change, only the affected ones are read again. */
export const getPerformers = (context: Context): PerformerDirectory =>
  observeLoad([performerRows, ownerRows], directoryCache(context));

function createDirectoryCache({ db, caches }: Context): () => PerformerDirectory {
  let directory: PerformerDirectory | undefined;
  const changed = new Set<string>();
  const changedOwners = new Set<string>();
  const forget = () => {
    directory = undefined;
  };
  const listen = (watch: Watch, keys: Set<string>) =>
    db.onWritten(watch, (key) => (key === undefined ? forget() : keys.add(key)));
  caches.register(forget);
  listen(ofPerformers, changed);
  // Profiles that banned users made for themselves are hidden until the ban is lifted (decision 83).
  listen(ofOwners, changedOwners);
  return () => {
    const ids = directory ? [...changed, ...listIDsOwnedBy(db, changedOwners)] : [];
    if (!directory) directory = buildDirectory(listShownPerformers(db).map(describePerformer));
    else if (ids.length > 0) directory = updateDirectory(directory, new Set(ids), findShownPerformers(db, ids));
    changed.clear();
    changedOwners.clear();
    return directory;
  };
}

function describePerformer(row: PerformerRow): Performer {
  const header = { id: row.id, name: row.name, photo: row.photo ?? undefined, isOfficialPerformer: row.isOfficial };
  const texts = [row.name, row.organization, row.title, row.bio];
  const sortKey = row.name.trim().split(/\s+/).at(-1)?.toUpperCase() ?? '';
  return { row, header, sortKey, searched: foldCase(texts.filter((text) => text !== null).join('\n')) };
}

function buildDirectory(shown: readonly Performer[]): PerformerDirectory {
  const sorted = shown.toSorted(comparePerformers);
  return {
    byID: new Map(sorted.map((performer) => [performer.row.id, performer])),
    byOwner: new Map(
      sorted.flatMap((performer) => (performer.row.ownerID ? [[performer.row.ownerID, performer]] : [])),
    ),
    official: sorted.filter(({ row }) => row.isOfficial),
    shadow: sorted.filter(({ row }) => !row.isOfficial),
  };
}

function updateDirectory(before: PerformerDirectory, changed: ReadonlySet<string>, rows: readonly PerformerRow[]) {
  const byID = new Map(before.byID);
  for (const id of changed) byID.delete(id);
  for (const row of rows) byID.set(row.id, describePerformer(row));
  return buildDirectory([...byID.values()]);
}

function comparePerformers(first: Performer, second: Performer): number {
  return (
    compareTexts(first.sortKey, second.sortKey) ||
    compareTexts(first.row.name, second.row.name) ||
    compareTexts(first.row.id, second.row.id)
  );
}

/** The links between performers and events in both directions, including hidden ones. */
export interface PerformerLinks {
  readonly eventIDsOf: (performerID: string) => readonly string[];
  readonly performerIDsOf: (eventID: string) => readonly string[];
  /** The performer's events, each with the newest change of an event when the link was made. */
  readonly sinceChangeOf: (performerID: string) => ReadonlyMap<string, number>;
}

/** Returns the current links. */
export const getPerformerLinks = cacheValue([eventPerformers], ({ db }): PerformerLinks => readLinks(listLinks(db)));

function readLinks(rows: ReturnType<typeof listLinks>): PerformerLinks {
  const byPerformer = Map.groupBy(rows, ({ performerID }) => performerID);
  const byEvent = Map.groupBy(rows, ({ eventID }) => eventID);
  return {
    eventIDsOf: (performerID) => (byPerformer.get(performerID) ?? []).map(({ eventID }) => eventID),
    performerIDsOf: (eventID) => (byEvent.get(eventID) ?? []).map(({ performerID }) => performerID),
    sinceChangeOf: (performerID) =>
      new Map((byPerformer.get(performerID) ?? []).map(({ eventID, sinceChange }) => [eventID, sinceChange])),
  };
}

/**
 * The performers in event records. There are none while the feature is off for everyone (schedule, Records: EventData).
 */
export const eventPerformerDetails: EventDetailSource = {
  dependencies: (context) => [getPerformers(context), getPerformerLinks(context)],
  list: listEventPerformers,
};

function listEventPerformers(context: Context): ReadonlyMap<string, EventDetails> {
  if (isFeatureDisabled(context, undefined, 'performers')) return new Map();
  const performersOf = Map.groupBy(listShownLinks(context), ({ eventID }) => eventID);
  return new Map(
    [...performersOf].map(([eventID, links]) => {
      const sorted = links.map(({ performer }) => performer).sort(comparePerformers);
      return [eventID, { performers: sorted.map(({ header }) => header) }];
    }),
  );
}

function listShownLinks(context: Context): { eventID: string; performer: Performer }[] {
  const { byID } = getPerformers(context);
  return listLinks(context.db).flatMap(({ performerID, eventID }) => {
    const performer = byID.get(performerID);
    return performer ? [{ eventID, performer }] : [];
  });
}
