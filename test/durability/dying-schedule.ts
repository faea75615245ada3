import { area } from '#area/area.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';

/**
 * A program of its own: the service on the folder that is given, which ends itself by SIGKILL in the middle of a change of
 * the schedule, when events and threads are written and the transaction is not.
 */
const [, , dataFolder = ''] = process.argv;
let isArmed = false;

const dying = area({
  name: 'dying',
  api: {},
  handlers: () => ({}),
  onScheduleChange: () => {
    if (isArmed) process.kill(process.pid, 'SIGKILL');
    return undefined;
  },
});

const app = await startTestApp({ dataFolder, areas: [...areas, dying], showsBehaviour: false });
isArmed = true;
process.send?.(app.url);
