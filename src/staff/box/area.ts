import { area } from '#area/area.ts';
import { boxApi } from './api.ts';
import { describeBox } from './describe-box.ts';
import { listSamples, sampleBox } from './history.ts';

/** How the box is, for the crew: one state for the call, the command line and the pages. */
export const box = area({
  name: 'box',
  api: boxApi,
  handlers: (context) => ({
    box: () => describeBox(context),
    history: () => ({ samples: listSamples(context) }),
  }),
  jobs: (context) => [{ name: 'sample-box', run: () => sampleBox(context) }],
});
