import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareInsert,
  prepareQuery,
  prepareUpdate,
  prepareWriteText,
  selectValues,
} from '#db/prepared.ts';
import { events } from '#features/schedule/tables.ts';
import { performerTexts } from './records.ts';
import { eventPerformers, type PerformerRow, performers, performerUploads, type UploadKind } from './tables.ts';

/** Profiles that banned passengers made for themselves are hidden everywhere (decision 83). */
const isShown = and(isNull(performers.deletedAt), or(isNull(performers.ownerID), ne(users.accessLevel, 'banned')));

const shownQuery = prepareQuery((queries) =>
  queries.select({ row: performers }).from(performers).leftJoin(users, eq(users.id, performers.ownerID)).where(isShown),
);
const shownByIDsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ row: performers })
    .from(performers)
    .leftJoin(users, eq(users.id, performers.ownerID))
    .where(and(sql`${performers.id} IN ${selectValues(ids)}`, isShown)),
);
const ownedQuery = prepareQuery((queries, { ownerID }: Placeholders<{ ownerID: string }>) =>
  queries.select().from(performers).where(eq(performers.ownerID, ownerID)),
);
const idsOwnedByQuery = prepareQuery((queries, { ownerIDs }: Placeholders<{ ownerIDs: string }>) =>
  queries
    .select({ id: performers.id })
    .from(performers)
    .where(sql`${performers.ownerID} IN ${selectValues(ownerIDs)}`),
);
const linksQuery = prepareQuery((queries) => queries.select().from(eventPerformers));
const insertLinksWrite = prepareWriteText<{ links: string }>(`
  INSERT INTO event_performers (performer_id, event_id, since_change)
  SELECT value ->> 'performerID', value ->> 'eventID', (SELECT coalesce(max(id), 0) FROM event_changes)
  FROM json_each(:links) WHERE true
  ON CONFLICT DO NOTHING`);
const deleteLinksWrite = prepareWriteText<{ links: string }>(`
  DELETE FROM event_performers
  WHERE (performer_id, event_id) IN (SELECT value ->> 'performerID', value ->> 'eventID' FROM json_each(:links))`);

/** Finds performers who are neither deleted nor made by a banned user, unordered. */
export const listShownPerformers = (db: Database): PerformerRow[] => shownQuery.all(db, {}).map(({ row }) => row);

/** Finds the visible performers with these ids. */
export const findShownPerformers = (db: Database, ids: Iterable<string>): PerformerRow[] =>
  shownByIDsQuery.all(db, { ids: JSON.stringify([...ids]) }).map(({ row }) => row);

/** Finds the ids of the profiles that these accounts made for themselves, visible or not. */
export const listIDsOwnedBy = (db: Database, ownerIDs: ReadonlySet<string>): string[] =>
  ownerIDs.size === 0 ? [] : idsOwnedByQuery.all(db, { ownerIDs: JSON.stringify([...ownerIDs]) }).map(({ id }) => id);

const namesQuery = prepareQuery((queries) =>
  queries
    .select({ name: performers.name, isOfficial: performers.isOfficial, ownerID: performers.ownerID })
    .from(performers)
    .where(isNull(performers.deletedAt)),
);

/** Finds the names and owners of all performers that aren't deleted, visible or not. */
export const listPerformerNames = (db: Database) => namesQuery.all(db, {});

const linkedUidsQuery = prepareQuery((queries) =>
  queries
    .select({ performerID: eventPerformers.performerID, uid: events.uid })
    .from(eventPerformers)
    .innerJoin(events, eq(events.id, eventPerformers.eventID))
    .orderBy(events.uid),
);

/** Finds the uids of each performer's events, by performer id. */
export function listLinkedUids(db: Database): Map<string, string[]> {
  const byPerformer = Map.groupBy(linkedUidsQuery.all(db, {}), ({ performerID }) => performerID);
  return new Map([...byPerformer].map(([id, links]) => [id, links.map(({ uid }) => uid)]));
}

/** Finds the profile that the account made for itself, even if it was deleted. */
export const findOwnedPerformer = (db: Database, ownerID: string): PerformerRow | undefined =>
  ownedQuery.get(db, { ownerID });

/** Finds all links, including those of hidden performers. */
export const listLinks = (db: Database): StoredLink[] => linksQuery.all(db, {});

/** A link between a performer and an event. */
export interface Link {
  readonly performerID: string;
  readonly eventID: string;
}

/** A link, with the newest change of an event when it was made. */
type StoredLink = typeof eventPerformers.$inferSelect;

/** Adds a performer, or replaces the one with the same id. */
export function savePerformerRow(db: Transaction, row: typeof performers.$inferInsert): void {
  const { id: _id, createdAt: _createdAt, ...changes } = row;
  db.queries.insert(performers).values(row).onConflictDoUpdate({ target: performers.id, set: changes }).run();
}

/** Adds a performer without an owner. Prepared, since a list adds thousands. */
export const insertPerformer = prepareInsert(performers, 'ownerID', 'photo', 'hasBorrowedPhoto', 'deletedAt');

/** Updates the texts, years and alternative names of a performer. Prepared, like `insertPerformer`. */
export const updateProfile = prepareUpdate(
  performers,
  ...performerTexts,
  'yearsAttended',
  'alternativeNames',
  'updatedAt',
);

/** Updates performers. */
export function updatePerformers(
  db: Transaction,
  ids: readonly string[],
  changes: Partial<Omit<PerformerRow, 'id'>>,
): void {
  db.queries
    .update(performers)
    .set(changes)
    .where(sql`${performers.id} IN ${selectValues(JSON.stringify(ids))}`)
    .run();
}

/** Adds links that don't exist yet and returns how many it added. Uses one statement, since a list adds thousands. */
export const insertLinks = (db: Transaction, links: readonly Link[]): number =>
  insertLinksWrite.run(db, { links: JSON.stringify(links) }).changes;

/** Deletes links and returns how many there were. */
export const deleteLinks = (db: Transaction, links: readonly Link[]): number =>
  deleteLinksWrite.run(db, { links: JSON.stringify(links) }).changes;

/** Deletes all links of these performers. */
export function deleteLinksOf(db: Transaction, performerIDs: readonly string[]): void {
  db.queries
    .delete(eventPerformers)
    .where(sql`${eventPerformers.performerID} IN ${selectValues(JSON.stringify(performerIDs))}`)
    .run();
}

const uploadPartsQuery = prepareQuery((queries, { kind }: Placeholders<{ kind: string }>) =>
  queries
    .select({ uploadID: performerUploads.uploadID, content: performerUploads.content })
    .from(performerUploads)
    .where(sql`${performerUploads.kind} = ${kind}`)
    .orderBy(performerUploads.part),
);
const uploadIDQuery = prepareQuery((queries, { kind }: Placeholders<{ kind: string }>) =>
  queries
    .select({ uploadID: performerUploads.uploadID })
    .from(performerUploads)
    .where(and(sql`${performerUploads.kind} = ${kind}`, eq(performerUploads.part, 0))),
);
const insertUploadPartWrite = prepareWriteText<{ kind: UploadKind; part: number; uploadID: string; content: string }>(
  'INSERT INTO performer_uploads (kind, part, upload_id, content) VALUES (:kind, :part, :uploadID, :content)',
);

/** Finds the id of the last upload. */
export const findUploadID = (db: Database, kind: UploadKind): string | undefined =>
  uploadIDQuery.get(db, { kind })?.uploadID;

/** Yields the parts of the last upload, in order. */
export const listUploadParts = (db: Database, kind: UploadKind): { uploadID: string; content: string }[] =>
  uploadPartsQuery.all(db, { kind });

/** Stores an upload. Replaces the previous one. */
export function replaceUploadParts(
  db: Transaction,
  kind: UploadKind,
  uploadID: string,
  parts: readonly string[],
): void {
  db.queries.delete(performerUploads).where(eq(performerUploads.kind, kind)).run();
  for (const [part, content] of parts.entries()) insertUploadPartWrite.run(db, { kind, part, uploadID, content });
}

const awaitedPhotosQuery = prepareQuery((queries) =>
  queries
    .select({ id: performers.id, name: performers.name, photoAddress: performers.photoAddress })
    .from(performers)
    .where(sql`${performers.photoAddress} IS NOT NULL`)
    .orderBy(performers.photoAddress),
);

/** Finds performers whose pictures still have to be fetched, and the URLs. */
export const listPhotosToFetch = (db: Database): { id: string; name: string; photoAddress: string }[] =>
  awaitedPhotosQuery.all(db, {}).map(({ photoAddress, ...row }) => ({ ...row, photoAddress: photoAddress ?? '' }));

/** Stores the result of fetching a picture. Returns false if it's no longer awaited. */
export const savePhotoResult = (db: Transaction, id: string, photoAddress: string, photo: string | null): boolean =>
  db.queries
    .update(performers)
    .set({ photo, photoAddress: null })
    .where(and(eq(performers.id, id), eq(performers.photoAddress, photoAddress)))
    .run().changes > 0;
