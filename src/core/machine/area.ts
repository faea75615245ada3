import { area } from '#area/area.ts';
import { measurePictures } from './picture-bytes.ts';
import { watchMachine } from './watch.ts';

/** Monitors the machine the service runs on. Has no endpoint of its own. */
export const machine = area({
  name: 'machine',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [
    { name: 'watch-machine', run: () => watchMachine(context) },
    { name: 'measure-pictures', run: (stopping) => measurePictures(context, stopping) },
  ],
});
