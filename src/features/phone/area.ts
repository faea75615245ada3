import { area } from '#area/area.ts';
import { phoneApi } from './api.ts';
import { endUnansweredCalls } from './end-call.ts';
import { phoneHandlers } from './handlers.ts';
import { phoneOpeners, phoneSockets } from './live.ts';

export const phone = area({
  name: 'phone',
  api: phoneApi,
  handlers: phoneHandlers,
  sockets: phoneSockets,
  openers: phoneOpeners,
  jobs: (context) => [{ name: 'end-unanswered-calls', every: 1000, run: () => endUnansweredCalls(context) }],
});
