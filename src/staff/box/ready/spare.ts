import { formatBytes } from '#core/machine/index.ts';
import { createFault, type Finding, fault, type Inspected, isRunning, pickTroubles, ready } from './line.ts';

/** Checks that a second machine follows, has everything, and is no more than two seconds behind. */
export function checkSpare(inspected: Inspected): Finding {
  const { service } = inspected;
  if (!isRunning(service)) return fault('The spare can only be checked while the service is running.', service.command);
  const { spare } = service;
  if (!spare) return fault('No second machine is ready to take over.', 'gangway spare pair');
  const troubles = pickTroubles(inspected, /^spare-/, 'gangway spare status');
  if (troubles.length > 0) return { faults: troubles, sentence: '' };
  const { peer, isAttached, isComplete, lagMilliseconds = 0, lagBytes = 0 } = spare;
  if (peer === undefined)
    return fault('A spare is paired but has never connected: start it on the second machine.', 'gangway spare run');
  if (!isAttached || !isComplete)
    return { faults: [createFault(describe(peer, isAttached), 'gangway spare status')], sentence: '' };
  return ready(`The spare at ${peer} is complete, ${lagMilliseconds} ms and ${formatBytes(lagBytes)} behind.`);
}

const describe = (peer: string, isAttached: boolean): string =>
  isAttached ? `${peer} is connected, but still copying: wait a moment.` : `${peer} is not connected: start it.`;
