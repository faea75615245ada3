import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { invalidField, malformed, notFound } from '#contract/errors.ts';
import type { EveryField } from '#contract/record.ts';
import { type FezAccess, findRelationships, getFezAsOwner, getReadableFez } from '../access.ts';
import { type FezContentData, type PersonalEventContentData, wrongVisibilityMessage } from '../content-records.ts';
import { eventTypes, kinds } from '../kinds.ts';
import { createFez } from '../lifecycle/create-fez.ts';
import { cancelFez, deleteFez } from '../lifecycle/end-fez.ts';
import { fezKind } from '../lifecycle/fez-kind.ts';
import { updateFez } from '../lifecycle/update-fez.ts';
import { canMatchNothing, readDay, readPage, readWords } from '../lists/list-query.ts';
import { allOnOnePage, findPageOfFezzes } from '../lists/store.ts';
import { removeMember, unjoin } from '../membership/membership.ts';
import { getReader } from '../reading/reader.ts';
import { getReadingState } from '../reading/reading-state.ts';
import type { personalEventsApi } from './api.ts';

/** The query of the list (fez rule 87). */
type PersonalEventsQuery = QueryOf<typeof personalEventsApi.personalEvents>;

/** Returns the caller's events by start: their own, others' or both (fez rule 87). */
export function listPersonalEvents(context: Context, caller: Caller, query: PersonalEventsQuery): FezAccess[] {
  const { owned, joined, start, limit } = query;
  if (owned && joined) throw malformed("You can't combine owned and joined.", 'invalidQuery');
  const { userID } = caller;
  const filter = {
    types: canMatchNothing(query) ? [] : eventTypes,
    memberID: userID,
    ...(owned && { ownerID: userID }),
    ...(joined && { notOwnerID: userID }),
    overlaps: readDay(context, query),
    words: readWords(query, { inPosts: false }),
  };
  const page = start === undefined && limit === undefined ? allOnOnePage : readPage(context, query);
  const { rows } = findPageOfFezzes(context, getReader(context, caller), { filter, order: 'by start', page });
  return findRelationships(context, caller, rows);
}

/** Returns an event like `getReadableFez`. Throws 404, also for a fez of another kind (fez rule 88). */
export function getPersonalEvent(context: Context, caller: Caller, fezID: string): FezAccess {
  const access = getReadableFez(context, caller, fezID);
  if (access.kind.group !== 'privateEvent') throw notFound('event');
  return access;
}

/** Whether the caller was added and hasn't looked since. */
export const isNewlyAdded = (context: Context, caller: Caller, access: FezAccess): boolean =>
  access.relationship === 'member' && getReadingState(context, caller, access).isAdded;

/** Converts the body of an event call to that of a fez call. */
function toFezContent(
  input: PersonalEventContentData,
  rest: Pick<FezContentData, 'fezType' | 'minCapacity' | 'maxCapacity' | 'initialUsers'>,
): FezContentData {
  const { title, description, startTime, endTime, location, visibility } = input;
  if (visibility !== undefined && !kinds[rest.fezType].visibilities.includes(visibility)) {
    throw invalidField('visibility', wrongVisibilityMessage);
  }
  return {
    ...rest,
    ...{ title, info: description ?? '', startTime, endTime, location, visibility },
  } satisfies EveryField<FezContentData, 'createdByModerator' | 'createdByDevTeam' | 'firstPost'>;
}

/** Creates a private event (fez rule 86). */
export function createPersonalEvent(context: WriteContext, caller: Caller, input: PersonalEventContentData): FezAccess {
  const rest = { minCapacity: 0, maxCapacity: 0, initialUsers: input.participants };
  return createFez(context, caller, toFezContent(input, { fezType: 'privateEvent', ...rest }));
}

/** Replaces the content of an event; its kind and capacities stay (fez rule 89). */
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

/** Deletes or cancels an event as its owner, depending on its kind (fez rule 90). */
export function endPersonalEvent(context: WriteContext, caller: Caller, fezID: string): void {
  getPersonalEvent(context, caller, fezID);
  const { kind } = getFezAsOwner(context, caller, fezID);
  if (kind.isDeletedByOwner) deleteFez(context, caller, fezID);
  else cancelFez(context, caller, fezID);
}

/** Removes the caller or, as the owner, another member (fez rule 91). */
export function removeFromPersonalEvent(context: WriteContext, caller: Caller, fezID: string, userID: string): void {
  getPersonalEvent(context, caller, fezID);
  if (userID === caller.userID) unjoin(context, caller, fezID);
  else removeMember(context, caller, fezID, userID);
}

/** Reports an event; stored as a report on the fez (fez rule 52). */
export function reportPersonalEvent(context: WriteContext, caller: Caller, fezID: string, message: string): void {
  getPersonalEvent(context, caller, fezID);
  fezKind.report(context, caller, fezID, message);
}
