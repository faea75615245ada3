import { createOncePerInstance } from '#area/context.ts';
import type { Connection } from '#contract/socket.ts';

/** A call that is ringing or, if it's relayed, in progress. */
export interface PhoneCall {
  readonly callID: string;
  readonly callerID: string;
  readonly calleeID: string;
  /** By the monotonic clock: a wall clock correction must neither end a call nor leave a user busy. */
  readonly ringingSince: number;
  /** Direct calls have none, since the two devices connect to each other. */
  readonly callerSocket: Connection | undefined;
  /** Set once a relayed call is answered. */
  calleeSocket: Connection | undefined;
}

/**
 * All calls by id. They live only in memory (phone rule 1): a call consists of open sockets and ringing phones, and
 * ends with the process. A stored row could only outlive it and leave its two users busy.
 */
export const getCalls = createOncePerInstance((): Map<string, PhoneCall> => new Map());

/** Returns whether the user is one of the two parties of this call. */
export const isParty = ({ callerID, calleeID }: PhoneCall, userID: string): boolean =>
  callerID === userID || calleeID === userID;

/** Whether no one has answered yet. Answered direct calls are no longer in the list. */
export const isRinging = ({ calleeSocket }: PhoneCall): boolean => calleeSocket === undefined;

/**
 * Returns the socket at the other end, or undefined if the socket isn't part of the call or no one has answered yet.
 */
export function findOtherSocket({ callerSocket, calleeSocket }: PhoneCall, socket: Connection): Connection | undefined {
  if (socket === callerSocket) return calleeSocket;
  return socket === calleeSocket ? callerSocket : undefined;
}
