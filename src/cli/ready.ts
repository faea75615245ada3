import { areas } from '#app/areas.ts';
import { openInstanceToRead } from '#app/instance.ts';
import { readRunState } from '#app/run-state.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { type CrowdReport, maxP99Milliseconds, measureCrowd } from '#crowd/measure-crowd.ts';
import { findShortageForScratch, openScratchSailing } from '#crowd/scratch-sailing.ts';
import { createLog } from '#platform/observing/log.ts';
import { becomeOwner } from '#platform/processes/owner.ts';
import { onStopSignals } from '#platform/processes/stop-signals.ts';
import { askPeerVersion } from '#spare/watch-peer.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { checkReadiness, type Fault, type RunningService } from '#staff/box/index.ts';
import type { ReadinessData } from '#staff/box/records.ts';
import { CommandFailed, exitCodes } from './failure.ts';
import { findFollower } from './spare.ts';
import { judgeService, listReplacements, listServiceTroubles } from './status.ts';
import { createProgress, formatTable, say } from './terminal.ts';

/** What the command line may ask for. */
export interface ReadyOptions {
  readonly json: boolean;
  /** Where the unit of systemd is. */
  readonly units: string;
  /** How many made-up people to try this machine with. */
  readonly people?: number;
  readonly minutes: number;
}

/** Prints the crew's sign-off and returns the exit code. Changes nothing. */
export async function printReadiness(config: Config, options: ReadyOptions): Promise<number> {
  const { json, units } = options;
  if (await findFollower(config))
    throw new CommandFailed(
      'This machine is the spare: run `gangway ready` on the box, and `gangway spare status` here.',
    );
  const { readiness, crowd } = await inspect(config, async (context) => ({
    readiness: await checkReadiness({ context, service: await findService(config), unitFolder: units }),
    crowd: await tryCrowd(config, options),
  }));
  const isReady = readiness.isReady && (!crowd || crowd.carried === crowd.people);
  if (json) say(JSON.stringify({ ...readiness, isReady, ...(crowd && { crowd }) }, null, 2));
  else for (const part of format(readiness, crowd)) say(part);
  return isReady ? exitCodes.done : exitCodes.failed;
}

/** Lets made-up people loose on a copy of the data; undefined where none were asked for. */
async function tryCrowd(config: Config, { people, minutes }: ReadyOptions): Promise<CrowdReport | undefined> {
  if (people === undefined) return undefined;
  const shortage = findShortageForScratch(config);
  if (shortage !== undefined) throw new CommandFailed(shortage);
  const progress = createProgress();
  // The copy is deleted, and its service ends, when this process does.
  const stop = () => process.exit(exitCodes.failed);
  onStopSignals(stop, stop);
  const scratch = await openScratchSailing(config, people, (words) => progress.announce(words));
  try {
    return await measureCrowd(scratch.url, scratch.crowd, minutes * 60, (done, total) =>
      progress.show(`${people} people`, done, total),
    );
  } finally {
    progress.end();
    await scratch.close();
  }
}

/** Runs work that only looks at the instance. */
async function inspect<Result>(config: Config, work: (context: Context) => Promise<Result>): Promise<Result> {
  becomeOwner(config.folders.data);
  const context = openInstanceToRead(config, areas, { log: createLog('silent', 'readable', 'stderr') });
  context.spare.readFrom(
    () => undefined,
    () => askPeerVersion(readPairing(config.folders.secrets)),
  );
  try {
    return await work(context);
  } finally {
    context.db.close();
  }
}

async function findService(config: Config): Promise<RunningService | Fault> {
  const run = await readRunState(config);
  const service = judgeService(config, run);
  const [trouble] = [...listReplacements(config), ...listServiceTroubles(service, run)];
  if (service === 'running')
    return run?.box
      ? { ...run.box, runID: run.runID }
      : { sentence: 'The service is starting: try again in a moment.', command: 'gangway ready' };
  const command = `sudo systemctl ${service === 'stuck' ? 'restart' : 'start'} gangway`;
  return { sentence: trouble?.sentence ?? 'No service runs here.', command };
}

const marks: Readonly<Record<ReadinessData['lines'][number]['state'], string>> = {
  ready: 'ready',
  todo: 'TO DO',
  leftOut: 'left out',
};

function* format({ lines }: ReadinessData, crowd: CrowdReport | undefined): Iterable<string> {
  const rows = [...lines.map(toRow), ...(crowd ? [describeCrowd(crowd)] : [])];
  yield formatTable(rows.flatMap(formatRow));
  if (crowd) yield `\n${formatStages(crowd)}`;
  const count = rows.filter(({ mark }) => mark === marks.todo).length;
  yield count === 0 ? '\nEverything is ready for the sailing.' : `\n${count} of ${rows.length} lines are to do.`;
}

interface Row {
  readonly mark: string;
  readonly title: string;
  readonly said: readonly string[];
}

const toRow = ({ title, state, sentence, faults }: ReadinessData['lines'][number]): Row => ({
  mark: marks[state],
  title,
  said: faults.length === 0 ? [sentence] : faults.flatMap(formatFault),
});

/** A fault, with the command that helps below it. */
const formatFault = ({ sentence, command }: Fault): string[] => [sentence, ...(command ? [`  ${command}`] : [])];

const formatRow = ({ mark, title, said }: Row): string[][] =>
  said.map((words, index) => (index === 0 ? [mark, title, words] : ['', '', words]));

function describeCrowd({ people, carried, stages }: CrowdReport): Row {
  const last = stages.at(-1);
  const served = `99 of 100 calls took up to ${last?.p99Milliseconds} ms`;
  const title = 'People';
  if (carried === people)
    return { mark: marks.ready, title, said: [`This machine carries ${people} people: ${served}.`] };
  const trouble =
    last?.failure === undefined
      ? `${served}, over ${maxP99Milliseconds}`
      : `${last.failures} calls failed (${last.failure})`;
  const sentence = `This machine carries ${carried} of ${people} people; with ${last?.people}, ${trouble}: end other programs, or use a faster machine.`;
  return { mark: marks.todo, title, said: [sentence] };
}

const formatStages = ({ stages }: CrowdReport): string =>
  formatTable([
    ['people', 'calls', 'half within ms', '99 of 100', 'slowest', 'failed'],
    ...stages.map((stage) => [
      stage.people,
      stage.calls,
      stage.p50Milliseconds,
      stage.p99Milliseconds,
      stage.maxMilliseconds,
      stage.failures,
    ]),
  ]);
