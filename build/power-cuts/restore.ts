import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openShip, type Ship } from '../../test/support/ship.ts';
import { readDisk } from './disk.ts';
import { createReader, type Fault, findFaults, findFaultsOfPrograms, findTornFiles } from './inspect.ts';
import { readClock } from './ledger.ts';
import { buildRecording, startRecorder } from './recording.ts';
import { provideSeeds, startSailing } from './sailing.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';

/** A backup that is restored over newer data. */
export async function openRestoreScenario({ seed, seconds, change }: ScenarioOptions): Promise<Scenario> {
  const ship = openShip();
  try {
    provideSeeds(ship);
    const service = await ship.serve();
    const sailing = await startSailing(service, seed);
    const backup = join(ship.folder, 'backup.tar.gz');
    await sailing.writeFor(seconds / 2);
    const backedUpAt = readClock();
    await runSuccessfully(ship, 'backup', backup);
    await sailing.writeFor(seconds / 2);
    assert.equal((await service.end('SIGTERM')).code, 0);
    const before = readDisk(ship.folder);
    const recorder = startRecorder(ship);
    const { code, stderr } = await recorder.run(['restore', backup]);
    assert.equal(code, 0, stderr);
    const endedAt = readClock();
    const recorded = change(await recorder.finish());
    recorder.close();
    // People's writes weren't traced, so their own clocks determine what was acknowledged.
    const written = { ...sailing, answers: undefined };
    return {
      recording: buildRecording(before, ship.folder, recorded),
      folder: ship.folder,
      acknowledged: sailing.ledger.countAcknowledged(Number.POSITIVE_INFINITY, undefined),
      async inspect(left, moment, isThorough) {
        const look = async (at: number): Promise<Fault[]> => [
          ...(await findFaults(ship, createReader(written, at))),
          ...(isThorough ? await findFaultsOfPrograms(ship, createReader(written, at)) : []),
        ];
        // The folder must contain all of the new data or all of the old, and all of the new once the command has ended.
        const faults = await look(backedUpAt);
        if (faults.length === 0 || moment >= endedAt) return [...findTornFiles(left), ...faults];
        const faultsOfOld = await look(endedAt);
        return [...findTornFiles(left), ...(faultsOfOld.length < faults.length ? faultsOfOld : faults)];
      },
      close: ship.close,
    };
  } catch (error) {
    ship.close();
    throw error;
  }
}

async function runSuccessfully(ship: Ship, ...words: string[]): Promise<void> {
  const { code, stderr } = await ship.run(words);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
}
