import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import type { Connection } from '#contract/socket.ts';
import { signal } from '#core/notifications/index.ts';
import { getVisibleUser } from '#core/users/index.ts';
import { getCalls, isRinging, type PhoneCall } from './calls.ts';
import type { PhoneSocketStartData } from './records.ts';

interface RelayedCall extends PhoneCall {
  readonly callerSocket: Connection;
}

const isRelayed = (call: PhoneCall): call is RelayedCall => call.callerSocket !== undefined;

/**
 * The relayed call that rings for this user. Throws not-found when there is none, or no more (phone rules 8 and 9), and
 * when one of the two has blocked the other since it began (core rules 21 and 123).
 */
export function getRingingCall(context: Context, caller: Caller, callID: string): RelayedCall {
  const call = getCalls(context).get(callID);
  if (call?.calleeID !== caller.userID || !isRelayed(call) || !isRinging(call)) throw notFound('ringing call');
  getVisibleUser(context, caller, call.callerID);
  return call;
}

/** Connects the two ends of a relayed call (phone rule 8). Throws not-found when another device was quicker. */
export function acceptCall(context: Context, caller: Caller, callID: string, socket: Connection): void {
  const call = getRingingCall(context, caller, callID);
  call.calleeSocket = socket;
  notifyAnswered(context, caller, callID);
  const startFrame = buildStartFrame({ phonecallStartTime: context.clock.now() });
  call.callerSocket.send(startFrame);
  socket.send(startFrame);
}

/** Bytes, like everything on a call's sockets, although they are JSON. */
const buildStartFrame = (start: PhoneSocketStartData): Uint8Array => new TextEncoder().encode(JSON.stringify(start));

/** Stops the ringing of the devices of whoever answered, whether or not the call is still there. */
function notifyAnswered(context: Context, { userID }: Caller, callID: string): void {
  signal(context, [userID], { type: 'phoneCallAnswered', info: '', contentID: callID });
}

/**
 * Takes in that a device says it has answered (phone rule 13). A direct call is out of the service's hands from here on.
 * A relayed one goes on: it is answered by its socket, and its device only says so here as well.
 */
export function reportAnswered(context: Context, caller: Caller, callID: string): void {
  notifyAnswered(context, caller, callID);
  const call = getCalls(context).get(callID);
  if (call?.calleeID === caller.userID && !isRelayed(call)) {
    context.db.afterCommit(() => getCalls(context).delete(callID));
  }
}
