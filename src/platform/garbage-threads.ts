import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Where Linux lists the threads of this process. */
const threadsFolder = '/proc/self/task';
/** Of the threads that look for garbage and compile while the program runs. */
const garbageThreadName = 'V8Worker';

/**
 * Lets the threads of the garbage collector give way to the one that answers. On a box with one core they would take most
 * of it whenever they look through the memory, and everybody would wait for a tenth of a second and longer; where a core
 * has nothing to do they are as fast as ever. Does nothing where the system does not tell its threads.
 */
export function letGarbageThreadsGiveWay(): void {
  if (!existsSync(threadsFolder)) return;
  for (const id of readdirSync(threadsFolder)) {
    const name = readFileSync(`${threadsFolder}/${id}/comm`, 'utf8').trim();
    // On Linux a priority is that of a thread, known by its id as a process is.
    if (name === garbageThreadName) setPriority(Number(id), constants.priority.PRIORITY_LOW);
  }
}
