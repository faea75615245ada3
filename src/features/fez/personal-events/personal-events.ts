import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField, malformed, notFound } from '#contract/errors.ts';
import { type FezAccess, findRelationships, getFezAsOwner, getReadableFez } from '../access.ts';
import { type FezContentData, type PersonalEventContentData, wrongVisibility } from '../content-records.ts';
import { eventTypes, type FezType, kinds } from '../kinds.ts';
import { createFez } from '../lifecycle/create-fez.ts';
import { cancelFez, deleteFez } from '../lifecycle/end-fez.ts';
import { updateFez } from '../lifecycle/update-fez.ts';
import { findsNothing, type PageQuery, readDay, readPage, readWords, wholeList } from '../lists/list-query.ts';
import { findList } from '../lists/store.ts';
import { removeMember, unjoin } from '../membership/membership.ts';
import { reportFez } from '../moderation/report-fez.ts';
import type { OpenedFez } from '../reading/open-fez.ts';
import { getReadingState } from '../reading/reading.ts';
import { createReader } from '../shared-inboxes.ts';

/** What may be asked of the list (fez rule 87). */
export interface PersonalEventsQuery extends PageQuery {
  readonly cruiseday?: number;
  readonly search?: string;
  readonly owned?: boolean;
  readonly joined?: boolean;
}

/** Events that the caller is in, one's own and others' or only one of these, by start (fez rule 87). */
export function listPersonalEvents(context: Context, caller: Caller, query: PersonalEventsQuery): FezAccess[] {
  const { owned, joined, start, limit } = query;
  if (owned && joined) throw malformed('owned and joined exclude each other');
  const { userID } = caller;
  const filter = {
    types: findsNothing(query) ? [] : eventTypes,
    memberID: userID,
    ...(owned && { ownerID: userID }),
    ...(joined && { notOwnerID: userID }),
    overlaps: readDay(context, query),
    words: readWords(query, { inPosts: false }),
  };
  const page = start === undefined && limit === undefined ? wholeList : readPage(context, query);
  const { rows } = findList(context.db, createReader(context, caller), { filter, order: 'by start', page });
  return findRelationships(context, caller, rows);
}

/** An event as `getReadableFez` finds it. Throws not-found also for a fez of another kind (fez rule 88). */
export function getPersonalEvent(context: Context, caller: Caller, fezID: string): FezAccess {
  const found = getReadableFez(context, caller, fezID);
  if (found.kind.group !== 'privateEvent') throw notFound('event');
  return found;
}

/** An event, and what is to be noted: looking at it ends that it is newly added, and reads no posts (fez rule 16). */
export function openPersonalEvent(
  context: Context,
  caller: Caller,
  fezID: string,
): Pick<OpenedFez, 'read'> & { found: FezAccess } {
  const found = getPersonalEvent(context, caller, fezID);
  const { isAdded } = getReadingState(context, caller, found);
  return found.relationship === 'member' && isAdded ? { found, read: { fezID, upToPostID: 0 } } : { found };
}

/** What these calls say of an event, in the words of those for fezzes. */
function toFezContent(
  input: PersonalEventContentData,
  rest: Pick<FezContentData, 'fezType' | 'minCapacity' | 'maxCapacity' | 'initialUsers'>,
): FezContentData {
  const { title, description, startTime, endTime, location, visibility } = input;
  assertVisibility(rest.fezType, input);
  return { ...rest, title, info: description ?? '', startTime, endTime, location, visibility };
}

function assertVisibility(type: FezType, { visibility }: PersonalEventContentData): void {
  if (visibility === undefined || kinds[type].visibilities.includes(visibility)) return;
  throw invalidField('visibility', wrongVisibility);
}

/** Makes a private event (fez rule 86). */
export function createPersonalEvent(context: WriteContext, caller: Caller, input: PersonalEventContentData): FezAccess {
  const rest = { minCapacity: 0, maxCapacity: 0, initialUsers: input.participants };
  return createFez(context, caller, toFezContent(input, { fezType: 'privateEvent', ...rest }));
}

/** Replaces what an event says; its kind and capacities stay (fez rule 89). */
export function updatePersonalEvent(
  context: WriteContext,
  caller: Caller,
  fezID: string,
  input: PersonalEventContentData,
): FezAccess {
  const { fez } = getPersonalEvent(context, caller, fezID);
  const { type: fezType, minCapacity, maxCapacity } = fez;
  return updateFez(
    context,
    caller,
    fezID,
    toFezContent(input, { fezType, minCapacity, maxCapacity, initialUsers: [] }),
  );
}

/** Deletes or cancels an event as its owner, whichever its kind allows (fez rule 90). */
export function endPersonalEvent(context: WriteContext, caller: Caller, fezID: string): void {
  getPersonalEvent(context, caller, fezID);
  const { kind } = getFezAsOwner(context, caller, fezID);
  if (kind.isDeletedByOwner) deleteFez(context, caller, fezID);
  else cancelFez(context, caller, fezID);
}

/** Takes the caller or, as the owner, somebody else out (fez rule 91). */
export function removeFromPersonalEvent(context: WriteContext, caller: Caller, fezID: string, userID: string): void {
  getPersonalEvent(context, caller, fezID);
  if (userID === caller.userID) unjoin(context, caller, fezID);
  else removeMember(context, caller, fezID, userID);
}

/** Reports an event; filed as one on the fez it is (fez rule 52). */
export function reportPersonalEvent(context: WriteContext, caller: Caller, fezID: string, message: string): void {
  getPersonalEvent(context, caller, fezID);
  reportFez(context, caller, fezID, message);
}
