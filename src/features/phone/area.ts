import { area } from '#area/area.ts';
import type { Handlers } from '#area/context.ts';
import { reportAnswered } from './answer-call.ts';
import { phoneApi } from './api.ts';
import { declineCall, endCallsOf, endUnansweredCalls } from './end-call.ts';
import { phoneOpeners, phoneSockets } from './live.ts';
import { placeCall } from './place-call.ts';

const phoneHandlers = (): Handlers<typeof phoneApi> => ({
  initiate: ({ caller, params: { callID, userID: calleeID }, body: callerAddress, write }) =>
    write((context) => placeCall(context, caller, { callID, calleeID, callerAddress })),
  answer: ({ caller, params, write }) => write((context) => reportAnswered(context, caller, params.callID)),
  decline: ({ caller, params, write }) => write((context) => declineCall(context, caller, params.callID)),
});

export const phone = area({
  name: 'phone',
  api: phoneApi,
  handlers: phoneHandlers,
  sockets: phoneSockets,
  openers: phoneOpeners,
  onSessionsEnded: endCallsOf,
  jobs: (context) => [{ name: 'end-unanswered-calls', run: () => endUnansweredCalls(context) }],
});
