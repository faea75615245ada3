import { isServiceRunning } from '#app/instance-lock.ts';
import { addJobs } from '#app/jobs.ts';
import { type RunState, readRunState } from '#app/run-state.ts';
import type { Config } from '#config/config.ts';
import { version } from '#platform/machine/version.ts';
import { describeFence, readFence } from '#spare/fence.ts';
import { describeInstance } from '#staff/server-state/index.ts';
import type { BoxData } from '#staff/server-state/records.ts';
import { describeFailure, exitCodes } from './failure.ts';
import {
  describeLockOut,
  formatInstanceRows,
  formatJobs,
  formatLiveRows,
  formatMoment,
  formatRoutes,
  type StoredInstanceData,
} from './format-status.ts';
import { type Follower, findFollower } from './spare.ts';
import { formatTable, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Output of `gangway status --json`, in addition to the server's state. */
interface StatusReport {
  readonly service: 'running' | 'stuck' | 'stopped' | 'killed' | 'never started';
  readonly version: string;
  /** Last heartbeat of the service. */
  readonly lastSign: Date | undefined;
  readonly pid: number | undefined;
  readonly url: string | undefined;
  readonly troubles: BoxData['troubles'];
  /** Active dialects of the running service. */
  readonly dialects: readonly string[];
  /** The running service's own data, or its last report while it hangs. */
  readonly live: BoxData | undefined;
  /** The data that the command reads itself, or the service's last report if the database can't be read. */
  readonly instance: StoredInstanceData | undefined;
}

/** The service writes a heartbeat every five seconds. */
const maxSilentMilliseconds = 15_000;

/** Prints the state of the service and its server; returns the exit code. */
export async function printStatus(config: Config, { json }: { readonly json: boolean }): Promise<number> {
  const follower = await findFollower(config);
  if (follower) return printFollower(follower, json);
  const status = await readStatus(config);
  if (json) say(JSON.stringify(flatten(status), null, 2));
  else for (const part of format(status)) say(part);
  return chooseExitCode(status);
}

/** A spare serves no one, so its replication is all there is to report. */
function printFollower(follower: Follower, json: boolean): number {
  const { isRunning, isWell, lines } = follower;
  if (json) say(JSON.stringify(flattenFollower(follower), null, 2));
  else {
    say(`Gangway ${version}: a spare${isRunning ? '' : ', and `gangway spare run` is not running'}`);
    for (const line of lines) say(line);
  }
  if (!isRunning) return exitCodes.notRunning;
  return isWell ? exitCodes.done : exitCodes.failed;
}

async function readStatus(config: Config, { staysRoot = false } = {}): Promise<StatusReport> {
  const run = await readRunState(config);
  const service = deriveServiceState(config, run);
  const live = service === 'running' || service === 'stuck' ? run?.box : undefined;
  const found = await readInstance(config, staysRoot);
  const instance = 'facts' in found ? found.facts : live;
  const complaint = 'complaint' in found ? [{ name: 'unreadable', sentence: found.complaint }] : [];
  const known = live?.troubles ?? [];
  const further = (instance?.troubles ?? []).filter(({ name }) => !known.some((trouble) => trouble.name === name));
  return {
    service,
    version: run?.version ?? version,
    lastSign: run?.at,
    pid: run?.pid,
    url: run?.url,
    troubles: [
      ...listReplacementTroubles(config),
      ...listServiceTroubles(service, run),
      ...complaint,
      ...known,
      ...further,
    ],
    dialects: live ? (run?.dialects ?? []) : [],
    live,
    instance,
  };
}

/** Returns the full output of `gangway status --json`. */
export async function readFullStatus(config: Config): Promise<Readonly<Record<string, unknown>>> {
  const follower = await findFollower(config);
  return follower ? flattenFollower(follower) : flatten(await readStatus(config, { staysRoot: true }));
}

const flattenFollower = ({ isRunning, isWell, lines }: Follower) => ({
  service: isRunning ? 'follows' : 'stopped',
  version,
  isWell,
  lines,
});

/** Derives the state of a service from its state file and from whether the folder is locked. */
export function deriveServiceState(config: Config, run: RunState | undefined): StatusReport['service'] {
  if (!isServiceRunning(config)) return run ? (run.endedAt ? 'stopped' : 'killed') : 'never started';
  const isSilent = !run || Date.now() - run.at.getTime() > maxSilentMilliseconds;
  return isSilent ? 'stuck' : 'running';
}

/** Returns that another machine serves instead, if one does. */
export function listReplacementTroubles({ folders }: Config): BoxData['troubles'] {
  const fence = readFence(folders.data);
  return fence ? [{ name: 'replaced', sentence: describeFence(fence), since: new Date(fence.at) }] : [];
}

/** Returns that the service hangs or was killed, if so. */
export function listServiceTroubles(service: StatusReport['service'], run: RunState | undefined): BoxData['troubles'] {
  if (service === 'stuck') {
    const since = run ? `since ${formatMoment(run.at)}` : 'since it started';
    const sentence = `The service has not responded ${since}: it may be overloaded, its disk may hang, or a command may hold the folder. Check the log, and restart it if this lasts.`;
    return [{ name: 'stuck', sentence, ...(run && { since: run.at }) }];
  }
  if (service !== 'killed' || !run) return [];
  const sentence = `The service was killed or the machine failed at ${formatMoment(run.at)} or shortly after: start it.`;
  return [{ name: 'killed', sentence, since: run.at }];
}

/** Read again: the service may hang or be gone. */
async function readInstance(
  config: Config,
  staysRoot: boolean,
): Promise<{ facts: StoredInstanceData } | { complaint: string }> {
  try {
    const facts = await withInstance(
      { ...config, logLevel: 'silent' },
      { create: false, staysRoot, mayBeSpare: true },
      (context) => {
        addJobs(context);
        return describeInstance(context);
      },
    );
    return { facts };
  } catch (error) {
    return { complaint: describeFailure(error) };
  }
}

function chooseExitCode({ service, troubles, live }: StatusReport): number {
  if (service !== 'running' && service !== 'stuck') return exitCodes.notRunning;
  const isWell = service === 'running' && troubles.length === 0 && live?.isWritable !== false;
  return isWell ? exitCodes.done : exitCodes.failed;
}

/** Merges the sources into one object with all fields. */
function flatten({ live, instance, ...status }: StatusReport): Record<string, unknown> {
  return { ...live, ...instance, ...status };
}

function* format(status: StatusReport): Iterable<string> {
  const { troubles, dialects, live, instance } = status;
  yield formatHead(status);
  if (dialects.length > 0) yield `dialects: ${dialects.join(', ')}`;
  if (troubles.length > 0) yield `\nneeds attention\n${troubles.map(formatTrouble).join('\n')}`;
  yield* formatTables(live, instance);
  if (instance) yield `\n${formatJobs(instance.jobs)}`;
}

function formatHead({ service, version, lastSign, pid, url, live }: StatusReport): string {
  const words =
    service === 'running' && live
      ? `running since ${formatMoment(live.startedAt)}`
      : describeServiceEnd(service, lastSign);
  const isThere = service === 'running' || service === 'stuck';
  return [`Gangway ${version}: ${words}`, ...(isThere ? [`process ${pid}`, ...(url ? [url] : [])] : [])].join(', ');
}

const formatTrouble = ({ sentence, since }: BoxData['troubles'][number]): string =>
  `  ${sentence}${since ? ` (since ${formatMoment(since)})` : ''}`;

function* formatTables(live: BoxData | undefined, instance: StoredInstanceData | undefined): Iterable<string> {
  const rows = [...(live ? formatLiveRows(live) : []), ...(instance ? formatInstanceRows(instance) : [])];
  if (rows.length > 0) yield `\n${formatTable(rows)}`;
  if (!live) return;
  const lockOuts = live.lockOuts.map((lock) => [lock.username, describeLockOut(lock)]);
  if (lockOuts.length > 0) yield `\n${formatTable([['locked out', ''], ...lockOuts])}`;
  if (live.slowestRoutes.length > 0) yield `\n${formatRoutes(live.slowestRoutes)}`;
}

function describeServiceEnd(service: StatusReport['service'], lastSign: Date | undefined): string {
  if (service === 'never started') return 'no service has run here yet';
  const at = lastSign ? ` ${formatMoment(lastSign)}` : '';
  if (service === 'stopped') return `not running; shut down cleanly at${at}`;
  if (service === 'killed') return `not running; last seen alive at${at}`;
  return service === 'stuck' ? `running, but not responding since${at}` : 'starting';
}
