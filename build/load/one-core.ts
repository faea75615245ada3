import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../project.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import type { Crowd } from './crowd.ts';

const core = '0';

/** Can processes be tied to one core here? */
export const canPin = (): boolean => spawnSync('taskset', ['-c', core, 'true']).status === 0;

/** Starts the service of this source tree, on one core where the system allows it. */
export function startOnOneCore({ environment }: Crowd): Promise<ServiceProcess> {
  const words = [join(projectFolder, 'build', 'node24'), join(projectFolder, 'src', 'main.ts'), 'serve'];
  const options = { folder: projectFolder, environment };
  return canPin() ? startService('taskset', ['-c', core, 'sh', ...words], options) : startService('sh', words, options);
}
