import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { AppError, conflict, malformed } from '#contract/errors.ts';
import type { Connection } from '#contract/socket.ts';
import { isListening, notifyOnce } from '#core/notifications/index.ts';
import { findUser, getVisibleUser, listFavoriteUserIDs, listMutedUserIDs, presentHeader } from '#core/users/index.ts';
import { getCalls, isParty } from './calls.ts';
import type { CallerAddress } from './records.ts';

/** The call's id, chosen by the caller's device, and the user to call. */
export interface CallRequest {
  readonly callID: string;
  readonly calleeID: string;
  /** A relayed call has a socket; a direct call has the address of the caller's device. */
  readonly callerSocket?: Connection;
  readonly callerAddress?: CallerAddress;
}

/** Throws if this call can't be placed now (phone rules 2 to 5). Callers must be favorites of the user they call. */
export function assertMayCall(context: Context, caller: Caller, { callID, calleeID }: CallRequest): void {
  const { userID, username } = getVisibleUser(context, caller, calleeID);
  const isFavoriteCaller =
    listFavoriteUserIDs(context, userID).has(caller.userID) && !listMutedUserIDs(context, userID).has(caller.userID);
  if (!isFavoriteCaller)
    throw malformed(`The user ${username} only takes calls from their favorites.`, 'callsNotAccepted');
  if (!isListening(context, userID))
    throw new AppError('noDevice', `The user ${username} has no device that can ring.`);
  // Before the busy check: a caller who repeats a call learns that it exists, not that they're busy.
  if (getCalls(context).has(callID)) throw conflict('callExists', 'A call with this id already exists.');
  if (isBusy(context, caller.userID)) throw malformed("You're already in a call.", 'busy');
  if (isBusy(context, userID)) throw malformed(`The user ${username} is in another call.`, 'busy');
}

const isBusy = (context: Context, userID: string): boolean =>
  getCalls(context)
    .values()
    .some((call) => isParty(call, userID));

/** Rings the callee's devices (phone rules 7 and 14). Throws if the call can't be placed. */
export function placeCall(context: Context, caller: Caller, request: CallRequest): void {
  assertMayCall(context, caller, request);
  // If the transaction fails later, no user must stay busy.
  context.db.afterCommit(() => startRinging(context, caller, request));
}

function startRinging(
  context: Context,
  caller: Caller,
  { callID, calleeID, callerSocket, callerAddress }: CallRequest,
): void {
  getCalls(context).set(callID, {
    callID,
    callerID: caller.userID,
    calleeID,
    ringingSince: context.clock.steadyNow(),
    callerSocket,
    calleeSocket: undefined,
  });
  const callerUser = findUser(context, caller.userID);
  notifyOnce(context, [calleeID], {
    type: 'incomingPhoneCall',
    info: caller.username,
    contentID: callID,
    ...(callerUser && { caller: presentHeader(callerUser) }),
    ...(callerAddress && { callerAddress }),
  });
}
