import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { Connection } from '#contract/socket.ts';
import { notifyOnce } from '#core/notifications/index.ts';
import { getCalls, isParty, isRinging, type PhoneCall } from './calls.ts';

/** How long a phone rings (phone rule 15). */
const ringingMilliseconds = 60_000;
const normalClosure = 1000;

/**
 * Frees both sides and notifies the devices of these users. Sends the frame to all their open sockets: a phone that
 * lost its connection while ringing and reconnected must learn that the call has ended.
 */
function endCall(context: Context, call: PhoneCall, notifiedIDs: readonly string[], reason: string): void {
  // Removed first, so that the closing sockets don't end the call a second time.
  if (!getCalls(context).delete(call.callID)) return;
  notifyOnce(context, notifiedIDs, { type: 'phoneCallEnded', info: '', contentID: call.callID });
  call.callerSocket?.close(normalClosure, reason);
  call.calleeSocket?.close(normalClosure, reason);
}

/** Ends the call of this socket. The other side's socket is closed (phone rule 11). */
export function hangUp(context: Context, callID: string, socket: Connection): void {
  const call = getCalls(context).get(callID);
  if (!call || (socket !== call.callerSocket && socket !== call.calleeSocket)) return;
  endCall(context, call, [call.calleeID], 'The other person hung up.');
}

/** Ends a call if the user is a party. Otherwise it does nothing and doesn't fail (phone rule 12). */
export function declineCall(context: Context, { userID }: Caller, callID: string): void {
  const call = getCalls(context).get(callID);
  if (!call || !isParty(call, userID)) return;
  context.db.afterCommit(() => endCall(context, call, [call.callerID, call.calleeID], 'The call was declined.'));
}

/**
 * Ends the calls of users whose sessions were revoked, so that a waiting caller learns at once (moderation rule M14).
 */
export function endCallsOf(context: WriteContext, userIDs: readonly string[]): void {
  context.db.afterCommit(() => {
    for (const call of [...getCalls(context).values()]) {
      if (!userIDs.some((userID) => isParty(call, userID))) continue;
      endCall(context, call, [call.callerID, call.calleeID], "The other person can't continue the call.");
    }
  });
}

/** Ends calls that have been ringing for too long (phone rule 15). */
export function endUnansweredCalls(context: Context): void {
  const latestStart = context.clock.steadyNow() - ringingMilliseconds;
  for (const call of [...getCalls(context).values()]) {
    if (!isRinging(call) || call.ringingSince > latestStart) continue;
    endCall(context, call, [call.callerID, call.calleeID], 'No one answered.');
  }
}
