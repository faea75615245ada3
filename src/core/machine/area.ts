import { area } from '#area/area.ts';
import { measurePictures } from './picture-bytes.ts';
import { watchMachine } from './watch.ts';

/** What the service must know of the machine that it runs on; has no endpoint of its own. */
export const machine = area({
  name: 'machine',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [
    { name: 'watch-machine', run: () => watchMachine(context) },
    { name: 'measure-pictures', run: (stopping) => measurePictures(context, stopping) },
  ],
});
