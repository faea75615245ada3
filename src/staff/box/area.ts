import { area } from '#area/area.ts';
import { boxApi } from './api.ts';
import { describeServer } from './describe-box.ts';
import { listSamples, recordServerSample } from './history.ts';
import { checkOwnReadiness } from './ready/check-own-readiness.ts';

/** The server's state for the crew: one source for the call, the command line and the pages. */
export const box = area({
  name: 'box',
  api: boxApi,
  handlers: (context) => ({
    box: () => describeServer(context),
    readiness: () => checkOwnReadiness(context),
    history: () => ({ samples: listSamples(context) }),
  }),
  jobs: (context) => [{ name: 'sample-box', run: () => recordServerSample(context) }],
});
