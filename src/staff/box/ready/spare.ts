import { formatBytes } from '#core/machine/index.ts';
import { createFault, type Finding, fault, type Inspected, isRunning, pickTroubles, ready } from './line.ts';

/** Checks that a second machine follows, has everything, and is no more than two seconds behind. */
export function checkSpare(inspected: Inspected): Finding {
  const { service } = inspected;
  if (!isRunning(service)) return fault('Only the running service knows how the spare is.', service.command);
  const { spare } = service;
  if (!spare) return fault('No second machine is ready to take over.', 'gangway spare pair');
  const troubles = pickTroubles(inspected, /^spare-/, 'gangway spare status');
  if (troubles.length > 0) return { faults: troubles, sentence: '' };
  const { peer, isAttached, isComplete, lagMilliseconds = 0, lagBytes = 0 } = spare;
  if (peer === undefined)
    return fault('A spare is paired, but none has followed yet: start it on the second machine.', 'gangway spare run');
  if (!isAttached || !isComplete)
    return { faults: [createFault(describe(peer, isAttached), 'gangway spare status')], sentence: '' };
  return ready(`The spare at ${peer} lacks nothing, and is ${lagMilliseconds} ms and ${formatBytes(lagBytes)} behind.`);
}

const describe = (peer: string, isAttached: boolean): string =>
  isAttached
    ? `${peer} follows, but does not have everything yet: wait a moment.`
    : `${peer} does not follow: start it.`;
