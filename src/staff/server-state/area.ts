import { area } from '#area/area.ts';
import { serverStateApi } from './api.ts';
import { describeServerState } from './describe-state.ts';
import { listSamples, recordServerSample } from './history.ts';
import { checkOwnReadiness } from './ready/check-own-readiness.ts';

/** The server's state for the crew: one source for the call, the command line and the pages. */
export const serverState = area({
  name: 'box',
  api: serverStateApi,
  handlers: (context) => ({
    box: () => describeServerState(context),
    readiness: () => checkOwnReadiness(context),
    history: () => ({ samples: listSamples(context) }),
  }),
  jobs: (context) => [{ name: 'sample-box', run: () => recordServerSample(context) }],
});
