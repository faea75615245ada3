import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '#app/areas.ts';
import { openInstanceToRead } from '#app/instance.ts';
import { readRunState } from '#app/run-state.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { listAddressesForPhones } from '#config/ship-address.ts';
import { unitName } from '#config/unit.ts';
import { runCrowdOnOtherMachine } from '#crowd/lend-crowd.ts';
import { type CrowdReport, measureCrowd } from '#crowd/measure-crowd.ts';
import { findShortageForScratch, openScratchSailing, type ScratchSailing } from '#crowd/scratch-sailing.ts';
import { createLog } from '#platform/observing/log.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { dropPrivilegesToOwner } from '#platform/processes/owner.ts';
import { onStopSignals } from '#platform/processes/stop-signals.ts';
import { askPeerVersion } from '#spare/watch-peer.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { checkReadiness, type Fault, type RunningService } from '#staff/server-state/index.ts';
import type { ReadinessData } from '#staff/server-state/records.ts';
import { CommandFailed, exitCodes } from './failure.ts';
import { describeCrowd, formatStages } from './format-crowd.ts';
import { findFollower } from './spare.ts';
import { deriveServiceState, listReplacementTroubles, listServiceTroubles } from './status.ts';
import { createProgress, formatTable, say } from './terminal.ts';

/** Command-line options. */
export interface ReadyOptions {
  readonly json: boolean;
  /** Path of the systemd unit. */
  readonly units: string;
  /** How many made-up people to test this machine with. */
  readonly people?: number;
  readonly minutes: number;
  /** Whether to let another machine run the crowd. */
  readonly fromLaptop: boolean;
}

/** Prints the crew's sign-off and returns the exit code. Changes nothing. */
export async function printReadiness(config: Config, options: ReadyOptions): Promise<number> {
  const { json, units } = options;
  if (await findFollower(config))
    throw new CommandFailed(
      'This machine is the spare: run `gangway ready` on the server, and `gangway spare status` here.',
    );
  const { readiness, crowd } = await withReadOnlyContext(config, async (context) => ({
    readiness: await checkReadiness({ context, service: await findService(config, units), unitFolder: units }),
    crowd: await simulateCrowd(config, options),
  }));
  const isReady = readiness.isReady && (!crowd || crowd.carried === crowd.people);
  if (json) say(JSON.stringify({ ...readiness, isReady, ...(crowd && { crowd }) }, null, 2));
  else for (const part of format(readiness, crowd)) say(part);
  return isReady ? exitCodes.done : exitCodes.failed;
}

/** Runs made-up people on a copy of the data; returns undefined unless requested. */
async function simulateCrowd(
  config: Config,
  { people, minutes, fromLaptop }: ReadyOptions,
): Promise<CrowdReport | undefined> {
  if (people === undefined) return undefined;
  const shortage = findShortageForScratch(config);
  if (shortage !== undefined) throw new CommandFailed(shortage);
  const progress = createProgress();
  // The copy is deleted, and its service stops, when this process ends.
  const stop = () => process.exit(exitCodes.failed);
  onStopSignals(stop, stop);
  const scratch = await openScratchSailing(config, people, fromLaptop ? config.host : '127.0.0.1', (words) =>
    progress.announce(words),
  );
  try {
    if (fromLaptop) return await waitForOtherMachine(config, scratch, minutes * 60, progress);
    return await measureCrowd(scratch.url, scratch.crowd, minutes * 60, (done, total) =>
      progress.show(`${people} people`, done, total),
    );
  } finally {
    progress.end();
    await scratch.close();
  }
}

/** Waits for another machine to run the crowd; returns its report. */
async function waitForOtherMachine(
  config: Config,
  scratch: ScratchSailing,
  seconds: number,
  progress: Progress,
): Promise<CrowdReport> {
  const lent = await runCrowdOnOtherMachine(scratch, seconds, config.host);
  progress.end();
  const [address = `http://THIS-MACHINE:${lent.port}`] = listAddressesForPhones(
    config,
    `http://localhost:${lent.port}`,
  );
  // Not part of the result, which may be JSON.
  process.stderr.write(
    `On a laptop in the phones' network, run: gangway crowd ${address}\nEnter this code when asked: ${lent.code}\n`,
  );
  try {
    return await lent.report;
  } finally {
    lent.close();
  }
}

/** Runs work that only reads the instance. */
async function withReadOnlyContext<Result>(
  config: Config,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  dropPrivilegesToOwner(config.folders.data);
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

async function findService(config: Config, unitFolder: string): Promise<RunningService | Fault> {
  const run = await readRunState(config);
  const service = deriveServiceState(config, run);
  const [trouble] = [...listReplacementTroubles(config), ...listServiceTroubles(service, run)];
  if (service === 'running')
    return run?.box
      ? { ...run.box, runID: run.runID }
      : { sentence: 'The service is starting: try again in a moment.', command: 'gangway ready' };
  const command = existsSync(join(unitFolder, unitName))
    ? `sudo systemctl ${service === 'stuck' ? 'restart' : 'start'} gangway`
    : `gangway serve --env ${config.environment}`;
  return { sentence: trouble?.sentence ?? 'No service is running here.', command };
}

const stateLabels: Readonly<Record<ReadinessData['lines'][number]['state'], string>> = {
  ready: 'ready',
  todo: 'TO DO',
  leftOut: 'skipped',
};

function* format({ lines }: ReadinessData, crowd: CrowdReport | undefined): Iterable<string> {
  const rows = [...lines.map(toRow), ...(crowd ? [toCrowdRow(crowd)] : [])];
  yield formatTable(rows.flatMap(formatRow));
  if (crowd) yield `\n${formatStages(crowd)}`;
  const count = rows.filter(({ mark }) => mark === stateLabels.todo).length;
  yield count === 0 ? '\nEverything is ready for the sailing.' : `\n${count} of ${rows.length} checks to do.`;
}

interface ReadinessRow {
  readonly mark: string;
  readonly title: string;
  readonly said: readonly string[];
}

const toRow = ({ title, state, sentence, faults }: ReadinessData['lines'][number]): ReadinessRow => ({
  mark: stateLabels[state],
  title,
  said: faults.length === 0 ? [sentence] : faults.flatMap(formatFault),
});

/** Formats a fault, with the command that helps below it. */
const formatFault = ({ sentence, command }: Fault): string[] => [sentence, ...(command ? [`  ${command}`] : [])];

const formatRow = ({ mark, title, said }: ReadinessRow): string[][] =>
  said.map((words, index) => (index === 0 ? [mark, title, words] : ['', '', words]));

const toCrowdRow = (report: CrowdReport): ReadinessRow => ({
  mark: report.carried === report.people ? stateLabels.ready : stateLabels.todo,
  title: 'People',
  said: [describeCrowd(report)],
});
