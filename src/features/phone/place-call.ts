import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, malformed, notFound } from '#contract/errors.ts';
import type { Connection } from '#contract/socket.ts';
import { isListening, signal } from '#core/notifications/index.ts';
import { findUser, getVisibleUser, listFavoriteUserIDs, listMutedUserIDs, presentHeader } from '#core/users/index.ts';
import { getCalls, takesPart } from './calls.ts';
import type { CallerAddress } from './records.ts';

/** Who wants to speak to whom, under the id that the caller's device made up. */
export interface WantedCall {
  readonly callID: string;
  readonly calleeID: string;
  /** A relayed call has a socket, a direct one the address of the caller's device. */
  readonly callerSocket?: Connection;
  readonly callerAddress?: CallerAddress;
}

/** Throws when this call cannot be made now (phone rules 2 to 5). A person can be called by their favorites alone. */
export function checkCall(context: Context, caller: Caller, { callID, calleeID }: WantedCall): void {
  const { userID, username } = getVisibleUser(context, caller, calleeID);
  const isWelcome =
    listFavoriteUserIDs(context, userID).has(caller.userID) && !listMutedUserIDs(context, userID).has(caller.userID);
  if (!isWelcome) throw malformed(`${username} takes calls from their favorite users only`);
  if (!isListening(context, userID)) throw notFound(`a device of ${username} that could ring was`);
  // Before the busy check: a call that was sent twice is told that it exists, not that its own caller is busy.
  if (getCalls(context).has(callID)) throw conflict('there is a call with this id already');
  if (isBusy(context, caller.userID)) throw malformed('you are in another call');
  if (isBusy(context, userID)) throw malformed(`${username} is in another call`);
}

function isBusy(context: Context, userID: string): boolean {
  return getCalls(context)
    .values()
    .some((call) => takesPart(call, userID));
}

/** Rings the callee's devices (phone rules 7 and 14). Throws when the call cannot be made. */
export function placeCall(context: Context, caller: Caller, wanted: WantedCall): void {
  checkCall(context, caller, wanted);
  // A transaction that fails after this must leave nobody busy.
  context.db.afterCommit(() => ring(context, caller, wanted));
}

function ring(context: Context, caller: Caller, { callID, calleeID, callerSocket, callerAddress }: WantedCall): void {
  getCalls(context).set(callID, {
    callID,
    callerID: caller.userID,
    calleeID,
    startedAt: context.clock.now(),
    callerSocket,
    calleeSocket: undefined,
  });
  const calling = findUser(context, caller.userID);
  signal(context, [calleeID], {
    type: 'incomingPhoneCall',
    info: caller.username,
    contentID: callID,
    ...(calling && { caller: presentHeader(calling) }),
    ...(callerAddress && { callerAddress }),
  });
}
