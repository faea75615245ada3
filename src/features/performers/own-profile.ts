import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { findCodeByFamily } from '#core/accounts/index.ts';
import type { PreparedPicture } from '#core/images/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import { deletePerformers } from './delete-performer.ts';
import { getPerformerLinks, getPerformers } from './directory.ts';
import { maxOwnEvents, type PerformerUploadData } from './records.ts';
import { saveProfile } from './save-profile.ts';
import { deleteLinks, findOwnedPerformer, insertLinks } from './store.ts';
import type { PerformerRow } from './tables.ts';

const isHostedByPassengers = ({ row }: LiveEvent): boolean =>
  row.eventType === 'shadow' || row.eventType === 'workshop';

const findEvent = (context: Context, id: string): LiveEvent | undefined => getCurrentSchedule(context).byID.get(id);

/** Throws 400, 403 or 404 unless the caller may say now that they hold this event (schedule rules 68 and 69). */
export function assertMayHostEvent(context: Context, caller: Caller, eventID: string): void {
  assertMayCreate(context, caller);
  assertIsPrimaryAccount(context, caller);
  if (!mayEditOwn(context, caller))
    throw forbidden('sailingHasBegun', 'Performer profiles can only be edited before the sailing.');
  const event = findEvent(context, eventID);
  if (!event) throw notFound('event');
  if (!isHostedByPassengers(event))
    throw malformed('Passengers can only host shadow events and workshops.', 'cannotHost');
  if (listPerformersOf(context, eventID).some(({ row }) => row.isOfficial))
    throw malformed('This event has an official performer.', 'cannotHost');
  assertRoomForLink(context, caller, eventID);
}

function assertIsPrimaryAccount({ db }: Context, { userID, roles }: Caller): void {
  const code = findCodeByFamily(db, userID);
  if (!code) throw malformed('Only a primary account with a registration code can host an event.', 'cannotHost');
  if (code.isForDiscordUser && !roles.has('performerselfeditor'))
    throw malformed("Your registration code is for testing, so you can't host an event.", 'cannotHost');
}

const mayEditOwn = (context: Context, { roles }: Caller): boolean =>
  getServerSettings(context).enablePreregistration || roles.has('performerselfeditor');

function listPerformersOf(context: Context, eventID: string) {
  const { byID } = getPerformers(context);
  return getPerformerLinks(context)
    .performerIDsOf(eventID)
    .flatMap((id) => byID.get(id) ?? []);
}

function assertRoomForLink(context: Context, caller: Caller, eventID: string): void {
  const own = findOwnPerformer(context, caller);
  const hosted = own ? getPerformerLinks(context).eventIDsOf(own.id) : [];
  const hostedLive = hosted.filter((id) => findEvent(context, id));
  if (!hosted.includes(eventID) && hostedLive.length >= maxOwnEvents)
    throw malformed(`You already host ${maxOwnEvents} events. Stop hosting one first.`, 'limitReached');
}

/** Returns the caller's own profile, unless it was deleted. */
function findOwnPerformer(context: Context, { userID }: Caller): PerformerRow | undefined {
  const own = findOwnedPerformer(context.db, userID);
  return own?.deletedAt === null ? own : undefined;
}

/** Saves the caller's own profile and links it to an event (schedule rules 68 to 70). Throws like `assertMayHostEvent`. */
export function linkOwnProfile(
  context: WriteContext,
  caller: Caller,
  eventID: string,
  input: PerformerUploadData,
  picture: PreparedPicture | undefined,
): void {
  assertMayHostEvent(context, caller, eventID);
  const { userID } = caller;
  const before = findOwnedPerformer(context.db, userID);
  const id = saveProfile(context, { before, ownerID: userID, isOfficial: false, input, picture });
  insertLinks(context.db, [{ performerID: id, eventID }]);
}

/** Throws 403 unless the caller may remove their own profile and links (schedule rule 71). */
function assertMayRemoveOwn(context: Context, caller: Caller): void {
  if (mayEditOwn(context, caller) || isAtLeast(caller.level, 'moderator')) return;
  throw forbidden('sailingHasBegun', 'Performer profiles can only be edited before the sailing.');
}

/**
 * Removes the link between the caller's own profile and an event. Returns whether there was one (schedule rule 72).
 * Throws 403 or 404.
 */
export function unlinkOwnProfile(context: WriteContext, caller: Caller, eventID: string): boolean {
  assertMayRemoveOwn(context, caller);
  if (!findEvent(context, eventID)) throw notFound('event');
  const own = findOwnPerformer(context, caller);
  if (!own || deleteLinks(context.db, [{ performerID: own.id, eventID }]) === 0) return false;
  return true;
}

/** Deletes the caller's own profile and its links (schedule rule 71). Throws 403, or 400 when there is none. */
export function deleteOwnProfile(context: WriteContext, caller: Caller): void {
  assertMayRemoveOwn(context, caller);
  const own = findOwnPerformer(context, caller);
  if (!own) throw malformed("You don't have a performer profile.");
  deletePerformers(context, [own]);
}
