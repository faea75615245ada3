import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { AppError, conflict, malformed } from '#contract/errors.ts';
import type { Connection } from '#contract/socket.ts';
import { isListening, signal } from '#core/notifications/index.ts';
import { findUser, getVisibleUser, listFavoriteUserIDs, listMutedUserIDs, presentHeader } from '#core/users/index.ts';
import { getCalls, isParty } from './calls.ts';
import type { CallerAddress } from './records.ts';

/** Whom the caller wants to speak to, under the id that the caller's device made up. */
export interface CallRequest {
  readonly callID: string;
  readonly calleeID: string;
  /** A relayed call has a socket, a direct one the address of the caller's device. */
  readonly callerSocket?: Connection;
  readonly callerAddress?: CallerAddress;
}

/** Throws when this call cannot be made now (phone rules 2 to 5). A user can be called by their favorites alone. */
export function assertMayCall(context: Context, caller: Caller, { callID, calleeID }: CallRequest): void {
  const { userID, username } = getVisibleUser(context, caller, calleeID);
  const isWelcome =
    listFavoriteUserIDs(context, userID).has(caller.userID) && !listMutedUserIDs(context, userID).has(caller.userID);
  if (!isWelcome) throw malformed(`The user ${username} takes calls from their favorite users only.`);
  if (!isListening(context, userID))
    throw new AppError('not-found', `The user ${username} has no device that could ring.`);
  // Before the busy check: anyone who sends a call twice hears that it exists, not that they are busy themselves.
  if (getCalls(context).has(callID)) throw conflict('There is a call with this id already.');
  if (isBusy(context, caller.userID)) throw malformed('You are in another call.');
  if (isBusy(context, userID)) throw malformed(`The user ${username} is in another call.`);
}

const isBusy = (context: Context, userID: string): boolean =>
  getCalls(context)
    .values()
    .some((call) => isParty(call, userID));

/** Rings the callee's devices (phone rules 7 and 14). Throws when the call cannot be made. */
export function placeCall(context: Context, caller: Caller, request: CallRequest): void {
  assertMayCall(context, caller, request);
  // A transaction that fails after this must leave no one busy.
  context.db.afterCommit(() => ring(context, caller, request));
}

function ring(context: Context, caller: Caller, { callID, calleeID, callerSocket, callerAddress }: CallRequest): void {
  getCalls(context).set(callID, {
    callID,
    callerID: caller.userID,
    calleeID,
    ringingSince: context.clock.steadyNow(),
    callerSocket,
    calleeSocket: undefined,
  });
  const callerUser = findUser(context, caller.userID);
  signal(context, [calleeID], {
    type: 'incomingPhoneCall',
    info: caller.username,
    contentID: callID,
    ...(callerUser && { caller: presentHeader(callerUser) }),
    ...(callerAddress && { callerAddress }),
  });
}
