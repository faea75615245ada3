import { formatBytes } from '#core/machine/index.ts';
import {
  type CheckInput,
  createFault,
  createFaultyFinding,
  createReadyFinding,
  type Finding,
  findTroublesAsFaults,
  isRunning,
} from './line.ts';

/** Checks that a second machine follows, has everything, and is no more than two seconds behind. */
export function checkSpare(inspected: CheckInput): Finding {
  const { service } = inspected;
  if (!isRunning(service))
    return createFaultyFinding('The spare can only be checked while the service is running.', service.command);
  const { spare } = service;
  if (!spare) return createFaultyFinding('No second machine is ready to take over.', 'gangway spare pair');
  const troubles = findTroublesAsFaults(inspected, /^spare-/, 'gangway spare status');
  if (troubles.length > 0) return { faults: troubles, sentence: '' };
  const { peer, isAttached, isComplete, lagMilliseconds = 0, lagBytes = 0 } = spare;
  if (peer === undefined)
    return createFaultyFinding(
      'A spare is paired but has never connected: start it on the second machine.',
      'gangway spare run',
    );
  if (!isAttached || !isComplete)
    return { faults: [createFault(describe(peer, isAttached), 'gangway spare status')], sentence: '' };
  return createReadyFinding(
    `The spare at ${peer} is complete, ${lagMilliseconds} ms and ${formatBytes(lagBytes)} behind.`,
  );
}

const describe = (peer: string, isAttached: boolean): string =>
  isAttached ? `${peer} is connected, but still copying: wait a moment.` : `${peer} is not connected: start it.`;
