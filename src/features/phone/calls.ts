import { createOncePerInstance } from '#area/context.ts';
import type { Connection } from '#contract/socket.ts';

/** A call that is ringing or, when it is relayed, under way. */
export interface PhoneCall {
  readonly callID: string;
  readonly callerID: string;
  readonly calleeID: string;
  /** By the steady clock: a correction of the wall clock must neither end a call nor leave anyone busy. */
  readonly ringingSince: number;
  /** A direct call has none: its two devices speak to each other. */
  readonly callerSocket: Connection | undefined;
  /** Set once a relayed call is answered. */
  calleeSocket: Connection | undefined;
}

/**
 * All calls by their id. They live in memory alone (phone rule 1): a call is made of the open sockets and ringing phones
 * of this moment and ends with the process. A row could only outlive it and leave its two users busy.
 */
export const getCalls = createOncePerInstance((): Map<string, PhoneCall> => new Map());

/** Is the user one of the two of this call? */
export const isParty = ({ callerID, calleeID }: PhoneCall, userID: string): boolean =>
  callerID === userID || calleeID === userID;

/** No one has answered yet. An answered direct call is no longer among the calls. */
export const isRinging = ({ calleeSocket }: PhoneCall): boolean => calleeSocket === undefined;

/** The socket at the other end; undefined for a socket that is no part of the call, and while no one has answered. */
export function findOtherSocket({ callerSocket, calleeSocket }: PhoneCall, socket: Connection): Connection | undefined {
  if (socket === callerSocket) return calleeSocket;
  return socket === calleeSocket ? callerSocket : undefined;
}
