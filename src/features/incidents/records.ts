import * as v from 'valibot';
import { instant, optionalInput, Paginator, trimmedText, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** Lengths in characters. */
const maxDescription = 5000;
const maxDetail = 1000;
const maxNote = 5000;

/** The form of an incident report. Only what happened is required. */
export const IncidentCreateData = inputRecord('IncidentCreateData', {
  what: v.pipe(trimmedText('what', 1, maxDescription), v.description('What happened')),
  who: v.pipe(optionalInput(trimmedText('who', 0, maxDetail)), v.description('Who was involved, or saw it')),
  where: v.pipe(optionalInput(trimmedText('where', 0, maxDetail)), v.description('Where it happened')),
  when: v.pipe(optionalInput(trimmedText('when', 0, maxDetail)), v.description('When it happened, in words')),
  wish: v.pipe(optionalInput(trimmedText('wish', 0, maxDetail)), v.description('What the reporter wants to happen')),
  mayContact: v.pipe(
    optionalInput(v.boolean()),
    v.description('Whether safety officers may contact the reporter; false if absent'),
  ),
});
export type IncidentCreateData = v.InferOutput<typeof IncidentCreateData>;

/** A note of a safety officer. */
export const IncidentNoteCreateData = inputRecord('IncidentNoteCreateData', {
  text: v.pipe(trimmedText('text', 1, maxNote), v.description('Text, in several lines')),
});

/** What the reporter wrote, and whether the case is closed. */
const reportEntries = {
  id: v.pipe(uuid, v.description('Id')),
  createdAt: v.pipe(instant, v.description('When it was filed')),
  what: v.pipe(v.string(), v.description('What happened')),
  who: v.pipe(v.optional(v.string()), v.description('Who was involved, or saw it')),
  where: v.pipe(v.optional(v.string()), v.description('Where it happened')),
  when: v.pipe(v.optional(v.string()), v.description('When it happened, in words')),
  wish: v.pipe(v.optional(v.string()), v.description('What the reporter wants to happen')),
  mayContact: v.pipe(v.boolean(), v.description('Whether safety officers may contact the reporter')),
  isClosed: v.pipe(v.boolean(), v.description('Whether it’s closed')),
};

/** An incident report as its reporter sees it. */
export const OwnIncidentData = record('OwnIncidentData', reportEntries);
export type OwnIncidentData = v.InferOutput<typeof OwnIncidentData>;

/** A page of the caller's own incident reports. */
export const OwnIncidentListData = record('OwnIncidentListData', {
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  incidents: v.pipe(v.array(OwnIncidentData), v.description('A page of entries')),
  hasReaders: v.pipe(v.boolean(), v.description('Whether anyone has the role that reads these reports')),
});
export type OwnIncidentListData = v.InferOutput<typeof OwnIncidentListData>;

/** A case in the list of safety officers: nothing of its content, because opening a case is logged. */
export const IncidentHeaderData = record('IncidentHeaderData', {
  id: v.pipe(uuid, v.description('Id')),
  createdAt: v.pipe(instant, v.description('When it was filed')),
  isClosed: v.pipe(v.boolean(), v.description('Whether it’s closed')),
  isNew: v.pipe(v.boolean(), v.description('Whether the caller hasn’t opened it yet')),
  noteCount: v.pipe(wholeNumber, v.description('Number of notes')),
  openedBy: v.pipe(v.array(UserHeader), v.description('Safety officers who have opened it')),
});
export type IncidentHeaderData = v.InferOutput<typeof IncidentHeaderData>;

/** A page of the safety officers' shared inbox. */
export const IncidentListData = record('IncidentListData', {
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  incidents: v.pipe(v.array(IncidentHeaderData), v.description('A page of entries')),
});
export type IncidentListData = v.InferOutput<typeof IncidentListData>;

/** A note on a case. */
export const IncidentNoteData = record('IncidentNoteData', {
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  createdAt: v.pipe(instant, v.description('When it was created')),
});
export type IncidentNoteData = v.InferOutput<typeof IncidentNoteData>;

/** One time that someone opened a case. */
const IncidentOpeningData = record('IncidentOpeningData', {
  user: v.pipe(UserHeader, v.description('Safety officer who opened it')),
  openedAt: v.pipe(instant, v.description('When it was opened')),
});

/** A case as safety officers see it. */
export const IncidentData = record('IncidentData', {
  ...reportEntries,
  reporter: v.pipe(UserHeader, v.description('Who filed it')),
  closedAt: v.pipe(v.optional(instant), v.description('When it was closed')),
  closedBy: v.pipe(v.optional(UserHeader), v.description('Safety officer who closed it')),
  notes: v.pipe(v.array(IncidentNoteData), v.description('Notes, oldest first')),
  openings: v.pipe(
    v.array(IncidentOpeningData),
    v.description('Who opened it and when, this call included; newest first, the last 500'),
  ),
});
export type IncidentData = v.InferOutput<typeof IncidentData>;
