import type { Context } from '#area/context.ts';
import { token } from '#contract/access.ts';
import { AppError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { type Connection, type SocketOpeners, type SocketSession, socket } from '#contract/socket.ts';
import { acceptCall, getRingingCall } from './answer-call.ts';
import { findOtherSocket, getCalls } from './calls.ts';
import { hangUp } from './end-call.ts';
import { assertMayCall, placeCall } from './place-call.ts';
import { PhoneSocketStartData } from './records.ts';

export const phoneSockets = {
  initiateRelayed: socket({
    path: '/phone/socket/initiate/{callID}/to/{userID}',
    access: token,
    feature: 'phone',
    params: { callID: uuid, userID: uuid },
    messages: [PhoneSocketStartData],
    relays: 'Audio for the other side',
    summary: "Caller's side of a relayed call: binary frames, first the start as JSON, then audio both ways",
  }),
  answerRelayed: socket({
    path: '/phone/socket/answer/{callID}',
    access: token,
    feature: 'phone',
    params: { callID: uuid },
    messages: [PhoneSocketStartData],
    relays: 'Audio for the other side',
    summary: "Callee's side of a relayed call: binary frames, first the start as JSON, then audio both ways",
  }),
};

/** Forwards audio unchanged (phone rule 10). The live hub disconnects a side that is too slow, which ends the call. */
function relayAudio(context: Context, callID: string, socket: Connection, frame: string | Uint8Array): void {
  const call = getCalls(context).get(callID);
  if (call && typeof frame !== 'string') findOtherSocket(call, socket)?.send(frame);
}

const policyViolation = 1008;

/**
 * Starts a call on an open socket. Checks again, since permissions may have changed since the upgrade request (phone
 * rule 6).
 */
function startCallOrClose(socket: Connection, begin: (socket: Connection) => void): void {
  try {
    begin(socket);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    socket.close(policyViolation, error.message);
  }
}

/** Creates the session of one end of a relayed call. `begin` connects the socket to the call. */
function createCallSession(context: Context, callID: string, begin: (socket: Connection) => void): SocketSession {
  return {
    survivesLogout: true,
    opened: (socket) => startCallOrClose(socket, begin),
    received: (socket, frame) => relayAudio(context, callID, socket, frame),
    closed: (socket) => hangUp(context, callID, socket),
  };
}

/** Checks at the upgrade request, and again once the socket is open, whether the call may be placed or answered. */
export function phoneOpeners(context: Context): SocketOpeners<typeof phoneSockets> {
  return {
    initiateRelayed: ({ caller, params: { callID, userID: calleeID } }) => {
      assertMayCall(context, caller, { callID, calleeID });
      return createCallSession(context, callID, (callerSocket) =>
        placeCall(context, caller, { callID, calleeID, callerSocket }),
      );
    },
    answerRelayed: ({ caller, params: { callID } }) => {
      getRingingCall(context, caller, callID);
      return createCallSession(context, callID, (socket) => acceptCall(context, caller, callID, socket));
    },
  };
}
