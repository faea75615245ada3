import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { EveryField } from '#contract/record.ts';
import { getUser, presentStoredHeader } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { IncidentData, IncidentHeaderData, IncidentNoteData, OwnIncidentData } from './records.ts';
import { countNotes, findNotes, findOpeners, findOpenings } from './store.ts';
import type { IncidentNoteRow, IncidentRow } from './tables.ts';

/** Safety officers see names and pictures even while moderators look at a profile: who it is matters here. */
const presentPerson = (context: Context, userID: string): UserHeader => presentStoredHeader(getUser(context, userID));

/** Presents a report to its reporter: what they wrote, without the notes of safety officers. */
export const presentOwnIncident = (row: IncidentRow) =>
  ({
    id: row.id,
    createdAt: row.createdAt,
    what: row.what,
    who: row.who ?? undefined,
    where: row.where ?? undefined,
    when: row.when ?? undefined,
    wish: row.wish ?? undefined,
    mayContact: row.mayContact,
    isClosed: row.closedAt !== null,
  }) satisfies EveryField<OwnIncidentData>;

/** Presents a note. */
export const presentNote = (context: Context, { authorID, text, createdAt }: IncidentNoteRow): IncidentNoteData => ({
  author: presentPerson(context, authorID),
  text,
  createdAt,
});

/** Presents a case to safety officers, with its notes and who opened it. */
export const presentIncident = (context: Context, row: IncidentRow): IncidentData =>
  ({
    ...presentOwnIncident(row),
    reporter: presentPerson(context, row.reporterID),
    closedAt: row.closedAt ?? undefined,
    closedBy: row.closedByID === null ? undefined : presentPerson(context, row.closedByID),
    notes: findNotes(context.db, row.id).map((note) => presentNote(context, note)),
    openings: findOpenings(context.db, row.id).map(({ userID, openedAt }) => ({
      user: presentPerson(context, userID),
      openedAt,
    })),
  }) satisfies EveryField<IncidentData>;

/** Presents cases as a list for safety officers, without their content. */
export function presentIncidentHeaders(
  context: Context,
  { userID }: Caller,
  rows: readonly IncidentRow[],
): IncidentHeaderData[] {
  const ids = rows.map(({ id }) => id);
  const notes = countNotes(context.db, ids);
  const openers = Map.groupBy(findOpeners(context.db, ids), ({ incidentID }) => incidentID);
  return rows.map(({ id, createdAt, closedAt }) => {
    const opened = openers.get(id) ?? [];
    return {
      id,
      createdAt,
      isClosed: closedAt !== null,
      isNew: !opened.some((opener) => opener.userID === userID),
      noteCount: notes.get(id) ?? 0,
      openedBy: opened.map((opener) => presentPerson(context, opener.userID)),
    };
  });
}
