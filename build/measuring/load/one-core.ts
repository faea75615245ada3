import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../project.ts';
import { type ServiceProcess, startService } from '../../running/service-process.ts';
import type { CrowdOfSailing } from './crowd.ts';

const core = '0';
/** As many as this process had when it began. */
const cores = availableParallelism();

/** Can processes be tied to one core here? */
export const canPin = (): boolean => spawnSync('taskset', ['-c', core, 'true']).status === 0;

/** Keeps this process, which is the whole crowd, off the core of the service, where there is another one. */
export function leaveCoreToService(): void {
  if (cores > 1) spawnSync('taskset', ['-a', '-c', '-p', `1-${cores - 1}`, String(process.pid)]);
}

/** This process may run on all cores again. */
export const useAllCores = (): void => moveToAllCores(process.pid);

/** A service may run on all cores again. */
export function moveToAllCores(pid: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', `0-${cores - 1}`, String(pid)]);
}

/** Moves a service that runs to the core of its own. */
export function moveToServiceCore(pid: number): void {
  spawnSync('taskset', ['-a', '-c', '-p', core, String(pid)]);
}

/** Starts the service of this source tree, on one core where the system allows it. */
export function startOnOneCore({ environment }: CrowdOfSailing): Promise<ServiceProcess> {
  const words = [join(projectFolder, 'build', 'node24.mjs'), join(projectFolder, 'src', 'main.ts'), 'serve'];
  const options = { folder: projectFolder, environment };
  const node = process.execPath;
  return canPin() ? startService('taskset', ['-c', core, node, ...words], options) : startService(node, words, options);
}
