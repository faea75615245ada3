import { area } from '#area/area.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';

/**
 * Runs the service on the given folder as a separate program, which kills itself with SIGKILL in the middle of a
 * schedule change: events and threads are written, but the transaction isn't committed.
 */
const [, , dataFolder = ''] = process.argv;
let isArmed = false;

const dyingArea = area({
  name: 'dying',
  api: {},
  handlers: () => ({}),
  onScheduleChange: () => {
    if (isArmed) process.kill(process.pid, 'SIGKILL');
    return undefined;
  },
});

const app = await startTestApp({ dataFolder, areas: [...areas, dyingArea], showsBehaviour: false });
isArmed = true;
process.send?.(app.url);
