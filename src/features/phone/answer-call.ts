import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import type { Connection } from '#contract/socket.ts';
import { notifyOnce } from '#core/notifications/index.ts';
import { getVisibleUser } from '#core/users/index.ts';
import { getCalls, isRinging, type PhoneCall } from './calls.ts';
import type { PhoneSocketStartData } from './records.ts';

interface RelayedCall extends PhoneCall {
  readonly callerSocket: Connection;
}

const isRelayed = (call: PhoneCall): call is RelayedCall => call.callerSocket !== undefined;

/**
 * Returns the relayed call that rings for this user. Throws not-found if there is none or it has ended (phone rules 8
 * and 9), or if one of the two has blocked the other since it began (core rules 21 and 123).
 */
export function getRingingCall(context: Context, caller: Caller, callID: string): RelayedCall {
  const call = getCalls(context).get(callID);
  if (call?.calleeID !== caller.userID || !isRelayed(call) || !isRinging(call)) throw notFound('ringing call');
  getVisibleUser(context, caller, call.callerID);
  return call;
}

/** Connects the two ends of a relayed call (phone rule 8). Throws not-found if another device was faster. */
export function acceptCall(context: Context, caller: Caller, callID: string, socket: Connection): void {
  const call = getRingingCall(context, caller, callID);
  call.calleeSocket = socket;
  notifyAnswered(context, caller, callID);
  const startFrame = buildStartFrame({ phonecallStartTime: context.clock.now() });
  call.callerSocket.send(startFrame);
  socket.send(startFrame);
}

/** Sent as a binary frame, like everything on a call's sockets, although it's JSON. */
const buildStartFrame = (start: PhoneSocketStartData): Uint8Array => new TextEncoder().encode(JSON.stringify(start));

/** Stops the ringing of the user's devices, whether or not the call still exists. */
function notifyAnswered(context: Context, { userID }: Caller, callID: string): void {
  notifyOnce(context, [userID], { type: 'phoneCallAnswered', info: '', contentID: callID });
}

/**
 * Handles a device's report that it has answered (phone rule 13). A direct call then leaves the server. A relayed call
 * goes on: its socket answers it, and the device only reports it here as well.
 */
export function reportAnswered(context: Context, caller: Caller, callID: string): void {
  notifyAnswered(context, caller, callID);
  const call = getCalls(context).get(callID);
  if (call?.calleeID === caller.userID && !isRelayed(call)) {
    context.db.afterCommit(() => getCalls(context).delete(callID));
  }
}
