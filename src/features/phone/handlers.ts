import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import { reportAnswered } from './answer-call.ts';
import type { phoneApi } from './api.ts';
import { declineCall } from './end-call.ts';
import { placeCall } from './place-call.ts';

export function phoneHandlers(context: Context): Handlers<typeof phoneApi> {
  return {
    initiate: ({ caller, params: { callID, userID: calleeID }, body: callerAddress, write }) =>
      write(() => placeCall(context, caller, { callID, calleeID, callerAddress })),
    answer: ({ caller, params, write }) => write(() => reportAnswered(context, caller, params.callID)),
    decline: ({ caller, params, write }) => write(() => declineCall(context, caller, params.callID)),
  };
}
