import { areas } from '#app/areas.ts';
import { openInstanceToRead } from '#app/instance.ts';
import { readRunState } from '#app/run-state.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { createLog } from '#platform/observing/log.ts';
import { becomeOwner } from '#platform/processes/owner.ts';
import { askPeerVersion } from '#spare/watch-peer.ts';
import { readPairing } from '#spare/wire/pairing.ts';
import { checkReadiness, type Fault, type RunningService } from '#staff/box/index.ts';
import type { ReadinessData } from '#staff/box/records.ts';
import { CommandFailed, exitCodes } from './failure.ts';
import { findFollower } from './spare.ts';
import { judgeService, listReplacements, listServiceTroubles } from './status.ts';
import { formatTable, say } from './terminal.ts';

/** What the command line may ask for. */
export interface ReadyOptions {
  readonly json: boolean;
  /** Where the unit of systemd is. */
  readonly units: string;
}

/** Prints the crew's sign-off and returns the exit code. Changes nothing. */
export async function printReadiness(config: Config, { json, units }: ReadyOptions): Promise<number> {
  if (await findFollower(config))
    throw new CommandFailed(
      'This machine is the spare: run `gangway ready` on the box, and `gangway spare status` here.',
    );
  const readiness = await inspect(config, async (context) =>
    checkReadiness({ context, service: await findService(config), unitFolder: units }),
  );
  if (json) say(JSON.stringify(readiness, null, 2));
  else for (const part of format(readiness)) say(part);
  return readiness.isReady ? exitCodes.done : exitCodes.failed;
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

function* format({ isReady, lines }: ReadinessData): Iterable<string> {
  yield formatTable(lines.flatMap(formatLine));
  const count = lines.filter(({ state }) => state === 'todo').length;
  yield isReady ? '\nEverything is ready for the sailing.' : `\n${count} of ${lines.length} lines are to do.`;
}

/** One row for a line that is ready; of one that is not each fault, with the command that helps below it. */
function formatLine({ title, state, sentence, faults }: ReadinessData['lines'][number]): string[][] {
  const said = faults.length === 0 ? [sentence] : faults.flatMap(formatFault);
  return said.map((words, index) => (index === 0 ? [marks[state], title, words] : ['', '', words]));
}

const formatFault = ({ sentence, command }: Fault): string[] => [sentence, ...(command ? [`  ${command}`] : [])];
