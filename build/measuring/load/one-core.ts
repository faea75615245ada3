import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../project.ts';
import { type ServiceProcess, startService } from '../../running/service-process.ts';
import type { CrowdOfSailing } from './crowd.ts';

const core = '0';
/** Cores that were available to this process when it started. */
const cores = availableParallelism();

/** Whether processes can be pinned to a core on this system. */
export const canPin = (): boolean => spawnSync('taskset', ['-c', core, 'true']).status === 0;

/** Keeps this process, which simulates everyone on board, off the service's core if there are other cores. */
export function leaveCoreToService(): void {
  if (cores > 1) spawnSync('taskset', ['-a', '-c', '-p', `1-${cores - 1}`, String(process.pid)]);
}

/** Lets this process run on all cores again. */
export const useAllCores = (): void => moveToAllCores(process.pid);

/** Lets a service run on all cores again. */
export function moveToAllCores(pid: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', `0-${cores - 1}`, String(pid)]);
}

/** Pins a running service to its own core. */
export function moveToServiceCore(pid: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)]);
}

/** Starts the service from this source tree, on one core if the system allows it. */
export function startOnOneCore({ environment }: CrowdOfSailing): Promise<ServiceProcess> {
  const words = [join(projectFolder, 'build', 'node24.mjs'), join(projectFolder, 'src', 'main.ts'), 'serve'];
  const options = { folder: projectFolder, environment };
  const node = process.execPath;
  return canPin() ? startService('taskset', ['-c', core, node, ...words], options) : startService(node, words, options);
}
