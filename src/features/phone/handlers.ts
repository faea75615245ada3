import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { Handlers } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isDisabled } from '#core/settings/index.ts';
import { reportAnswered } from './answer-call.ts';
import type { phoneApi } from './api.ts';
import { declineCall } from './end-call.ts';
import { placeCall } from './place-call.ts';

/** Direct calls have a switch of their own beside the one of all calls (phone rule 16, decision 8). */
function refuseIfDirectCallsAreOff(context: Context, { level }: Caller): void {
  if (!isDisabled(context, 'directphone') || isAtLeast(level, 'tho')) return;
  throw new AppError('disabled', 'the feature directphone is switched off');
}

export function phoneHandlers(context: Context): Handlers<typeof phoneApi> {
  return {
    initiate: ({ caller, params: { callID, userID: calleeID }, body: callerAddress, write }) => {
      refuseIfDirectCallsAreOff(context, caller);
      write(() => placeCall(context, caller, { callID, calleeID, callerAddress }));
    },
    answer: ({ caller, params, write }) => write(() => reportAnswered(context, caller, params.callID)),
    decline: ({ caller, params, write }) => write(() => declineCall(context, caller, params.callID)),
  };
}
