import assert from 'node:assert/strict';
import { findWriters, type Writer, writeUntilKilled } from '../../test/durability/kill-round.ts';
import { createPairingCodeOn } from '../../test/durability/two-machines.ts';
import { openShip, type RunningService, type Ship } from '../../test/support/ship.ts';
import { findFreePort } from '../running/free-port.ts';
import { readDisk } from './disk.ts';
import type { Recorded } from './disk-events.ts';
import {
  createReader,
  type Fault,
  findFaults,
  findFaultsOfPrograms,
  findTornFiles,
  type ReadState,
} from './inspect.ts';
import { type Ledger, readClock } from './ledger.ts';
import { createClients } from './people.ts';
import { buildRecording, type Recorder, type Recording, startRecorder } from './recording.ts';
import { provideSeeds, type Sailing, startSailing } from './sailing.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { respondingCalls } from './trace.ts';

const completeCopy = /copy of the database is complete/;
const allFilesArrivedPattern = /pictures and other files are complete/;
const waitsForSpare = /responses wait for the spare’s disk/;

/** A spare whose server waits for it before responding, from its first full copy on. */
export const openSpareScenario = (options: ScenarioOptions): Promise<Scenario> => open(options, false);

/** A spare that takes over without loss and serves. */
export const openPromotionScenario = (options: ScenarioOptions): Promise<Scenario> => open(options, true);

async function open(options: ScenarioOptions, isPromoted: boolean): Promise<Scenario> {
  const [server, spare] = [openShip({ SPARE_WAIT: 'true' }), openShip()];
  const close = () => {
    server.close();
    spare.close();
  };
  try {
    provideSeeds(server);
    const port = String(await findFreePort());
    const first = await server.serve(['serve'], { environment: { PORT: port } });
    const sailing = await startSailing(first, options.seed);
    assert.equal((await first.end('SIGTERM')).code, 0);
    const { recording, completeAt, handedOverAt } = await recordSpare(
      { server, spare, port, isPromoted },
      sailing,
      options,
    );
    const written = { ...sailing, answers: recording.answers };
    return {
      recording,
      folder: spare.folder,
      acknowledged: sailing.ledger.countAcknowledged(Number.POSITIVE_INFINITY, recording.answers),
      async inspect(left, moment, isThorough) {
        // A promoted machine no longer follows.
        if (isThorough && !isPromoted) return followAgain(server, spare, port);
        const look = createReader(written, moment, getDeletionLag(moment, handedOverAt));
        const faults = [...findTornFiles(left), ...(await inspectCopy(spare, look, moment < completeAt))];
        return isThorough ? [...faults, ...(await findFaultsOfPrograms(spare, look))] : faults;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

interface Machines {
  readonly server: Ship;
  readonly spare: Ship;
  readonly port: string;
  readonly isPromoted: boolean;
}

interface RecordedSpare {
  readonly recording: Recording;
  /** When the first copy was complete and the machine could be promoted. */
  readonly completeAt: number;
  /** When everything that the server stored was here; undefined without a promotion. */
  readonly handedOverAt: number | undefined;
}

async function recordSpare(
  machines: Machines,
  sailing: Sailing,
  { seconds, change }: ScenarioOptions,
): Promise<RecordedSpare> {
  const { server, spare, port, isPromoted } = machines;
  const before = readDisk(spare.folder);
  const recorder = startRecorder(spare);
  try {
    const code = await createPairingCodeOn(server);
    const service = await recorder.serve(
      ['serve'],
      undefined,
      { environment: { PORT: port }, calls: respondingCalls },
      server,
    );
    const environment = { PORT: String(await findFreePort()) };
    const words = ['spare', 'run', service.url];
    const follower = await recorder.serve(words, completeCopy, { environment, input: `${code}\n` });
    await Promise.all([follower.says(allFilesArrivedPattern), service.says(waitsForSpare)]);
    const completeAt = readClock();
    await sailing.writeFor(seconds);
    const abandonedAt = sailing.ledger.findFirstDelay(writesWithoutSpare, microsecondsUntilSpareAbandoned);
    const writtenAt = readClock();
    if (isPromoted) await recordPromotion(recorder, sailing, [service, follower]);
    else for (const each of [follower, service]) assert.equal((await each.end('SIGTERM')).code, 0, each.output());
    const recorded = change(await recorder.finish());
    const handedOverAt = isPromoted ? findHandOver(recorded) : undefined;
    const span =
      handedOverAt === undefined
        ? { until: abandonedAt }
        : { from: abandonedAt === undefined ? writtenAt : handedOverAt };
    return { recording: buildRecording(before, spare.folder, recorded, span), completeAt, handedOverAt };
  } finally {
    recorder.close();
  }
}

/** The promoted machine serves at another address, since both are on this machine. */
async function recordPromotion(
  recorder: Recorder,
  { people, ledger }: Sailing,
  [service, follower]: readonly [RunningService, RunningService],
): Promise<void> {
  const promoted = await recorder.serve(['promote', '--yes'], undefined, { environment: { PORT: '0' } });
  assert.equal((await follower.ended).code, 0, follower.output());
  await service.ended;
  const writers = await findWriters(createClients(promoted.url, people));
  await Promise.all(writers.map((writer) => writeTimes(writer, ledger, writesAfterwards)));
  assert.equal((await promoted.end('SIGTERM')).code, 0, promoted.output());
}

const writesAfterwards = 8;

function writeTimes(writer: Writer, ledger: Ledger, times: number): Promise<void> {
  let left = times;
  return writeUntilKilled(writer, ledger, () => {
    left -= 1;
    return left > 0;
  });
}

/**
 * A server goes on without its spare after two seconds without a confirmation, which happens on a busy machine; its
 * responses then carry no promise about the spare.
 */
const microsecondsUntilSpareAbandoned = 1_800_000;
const writesWithoutSpare = /^(?:note|favorite) /;

/** A spare deletes a picture once it has read, twice to its end, the log that may say that nothing refers to it. */
const maxDeletionLag = 3_000_000;

/** While a hand-over is under way the spare doesn't follow; from its end on, everything deleted is gone. */
function getDeletionLag(moment: number, handedOverAt: number | undefined): number {
  if (handedOverAt === undefined) return maxDeletionLag;
  return moment < handedOverAt ? Number.POSITIVE_INFINITY : 0;
}

function findHandOver({ events }: Recorded): number {
  const recorded = events.find(({ what, path }) => what === 'sync' && path.endsWith('/handed-over'));
  assert.ok(recorded, 'the hand-over was not recorded');
  return recorded.end;
}

/** Before the first copy is complete the machine promises only to report that. */
async function inspectCopy(spare: Ship, look: ReadState, mayRefuse: boolean): Promise<Fault[]> {
  const faults = await findFaults(spare, look);
  return mayRefuse ? faults.filter(({ check, what }) => check === 'start' && !expectedRefusal.test(what)) : faults;
}

const expectedRefusal = /there is nothing to promote|The token key in .* is missing/;

/** Restarts the server, and lets the spare follow it with its existing data. */
async function followAgain(server: Ship, spare: Ship, port: string): Promise<Fault[]> {
  const service = await server.serve(['serve'], { environment: { PORT: port } });
  try {
    const follower = await spare.runUntil(['spare', 'run', service.url], allFilesArrivedPattern);
    await follower.says(/following/);
    const { code } = await follower.end('SIGTERM');
    return code === 0 ? [] : [{ check: 'start', what: follower.output() }];
  } catch (error) {
    return [{ check: 'start', what: error instanceof Error ? error.message : String(error) }];
  } finally {
    await service.end('SIGTERM');
  }
}
