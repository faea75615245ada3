import type { Handlers } from '#area/context.ts';
import { reportAnswered } from './answer-call.ts';
import type { phoneApi } from './api.ts';
import { declineCall } from './end-call.ts';
import { placeCall } from './place-call.ts';

export function phoneHandlers(): Handlers<typeof phoneApi> {
  return {
    initiate: ({ caller, params: { callID, userID: calleeID }, body: callerAddress, write }) =>
      write((context) => placeCall(context, caller, { callID, calleeID, callerAddress })),
    answer: ({ caller, params, write }) => write((context) => reportAnswered(context, caller, params.callID)),
    decline: ({ caller, params, write }) => write((context) => declineCall(context, caller, params.callID)),
  };
}
