import { isSpareComplete, type SpareState } from '#area/spare.ts';
import { version } from '#platform/machine/version.ts';
import type { Log } from '#platform/observing/log.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { State } from '../wire/messages.ts';
import type { LogSending } from './log-sending.ts';
import type { LogSource } from './log-source.ts';
import type { Session } from './session.ts';
import type { SpareWait } from './waiting.ts';

/** Logs once that responses wait for the spare. When they stop waiting, the crew sees a condition. */
export function createWaitingReport(log: Log): (isOn: boolean) => void {
  let hasLogged = false;
  return (isOn) => {
    if (isOn && !hasLogged) log.info('responses wait for the spare’s disk');
    hasLogged = true;
  };
}

/** Logs each spare that begins to follow. Its absence and return are a condition. */
export function reportAttached(log: Log, before: Session | undefined, { peer }: Session): void {
  if (before?.peer !== peer) log.info({ peer }, 'a spare connected');
}

/** Input for the state of the spare. */
interface StateInputs {
  readonly isAttached: boolean;
  /** Whether responses should wait. */
  readonly waits: boolean;
  readonly waiting: SpareWait;
  readonly sending: LogSending;
  readonly source: LogSource;
  readonly clock: Clock;
}

/** The state of the spare, as known since the start. */
export function readSpare(session: Session | undefined, parts: StateInputs): SpareState {
  const { isAttached, waits, waiting, clock } = parts;
  return {
    peer: session?.peer,
    isAttached,
    since: session && findStateChangeTime(session, isAttached, clock),
    ...readCopy(session, parts),
    filesMissing: session?.filesMissing,
    waiting: waits ? (waiting.isOn ? 'on' : 'given-up') : 'off',
  };
}

const findStateChangeTime = ({ since, seenAt }: Session, isAttached: boolean, { steadyNow }: Clock): Date =>
  isAttached ? since : new Date(Date.now() - (steadyNow() - seenAt));

function readCopy(
  session: Session | undefined,
  { sending, source }: StateInputs,
): Pick<SpareState, 'hasDatabase' | 'lag'> {
  const bytes = session?.safe && source.countAfter(session.safe);
  if (!session || bytes === undefined) return { hasDatabase: false, lag: undefined };
  const milliseconds = bytes === 0 ? 0 : Math.round(sending.lagMilliseconds());
  return { hasDatabase: !session.isTakingBase, lag: { bytes, milliseconds } };
}

/** What a machine of this role tells its peer about itself. */
export const describeToPeer = (role: State['role'], generation: number, spare: SpareState): State => ({
  role,
  version,
  generation,
  isWell: isSpareComplete(spare),
  lines: describeSpare(spare),
});

/** Formats the state of the spare in lines for people. */
function describeSpare(state: SpareState): string[] {
  const { peer, isAttached, since, hasDatabase, filesMissing, lag, waiting } = state;
  if (!since) return ['no spare has followed since the start'];
  const attached = `spare ${peer}, following since ${since.toISOString()}`;
  const lines = [isAttached ? attached : `spare ${peer} is disconnected, last seen ${since.toISOString()}`];
  if (!hasDatabase) lines.push('it is copying the whole database');
  else if (lag) lines.push(`${lag.bytes} bytes, ${lag.milliseconds} ms behind`);
  if (filesMissing !== 0)
    lines.push(filesMissing === undefined ? 'files: being compared' : `${filesMissing} files missing`);
  if (waiting !== 'off')
    lines.push(waiting === 'on' ? 'responses wait for it' : 'responses should wait for it, but no longer do');
  return lines;
}
