import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openShip, type Ship } from '../../test/support/ship.ts';
import { readDisk } from './disk.ts';
import { createReader, findFaults, findFaultsOfPrograms, findTornFiles } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import { buildRecording, type Recorder, type Recording, startRecorder } from './recording.ts';
import { provideSeeds, type Sailing, startSailing } from './sailing.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { writeCatalogue } from './traffic.ts';

/** A server under load that is stopped and restarted, with concurrent imports and backups. */
export async function openServerScenario({ seed, seconds, change }: ScenarioOptions): Promise<Scenario> {
  const ship = openShip();
  try {
    provideSeeds(ship);
    const first = await ship.serve();
    const sailing = await startSailing(first, seed);
    assert.equal((await first.end('SIGTERM')).code, 0);
    ship.file('backups/.here', '');
    const recording = await recordServer(ship, sailing, new URL(first.url).port, seconds, change);
    const written = { ...sailing, answers: recording.answers };
    return {
      recording,
      folder: ship.folder,
      acknowledged: sailing.ledger.countAcknowledged(Number.POSITIVE_INFINITY, recording.answers),
      async inspect(left, moment, isThorough) {
        const look = createReader(written, moment);
        const faults = [...findTornFiles(left), ...(await findFaults(ship, look))];
        return isThorough ? [...faults, ...(await findFaultsOfPrograms(ship, look))] : faults;
      },
      close: ship.close,
    };
  } catch (error) {
    ship.close();
    throw error;
  }
}

async function recordServer(
  ship: Ship,
  { ledger, writeFor }: Sailing,
  port: string,
  seconds: number,
  change: ScenarioOptions['change'],
): Promise<Recording> {
  const before = readDisk(ship.folder);
  const recorder = startRecorder(ship);
  try {
    for (const run of [1, 2]) {
      const service = await recorder.serve(['serve'], undefined, { environment: { PORT: port } });
      await Promise.all([writeFor(seconds / 2), runCommands(ship, recorder, ledger, run)]);
      assert.equal((await service.end('SIGTERM')).code, 0, service.output());
    }
    return buildRecording(before, ship.folder, change(await recorder.finish()));
  } finally {
    recorder.close();
  }
}

/** A backup, a catalogue, and a verified backup. */
async function runCommands(ship: Ship, recorder: Recorder, ledger: Ledger, run: number): Promise<void> {
  const succeed = async (...words: string[]) => {
    const { code, stderr } = await recorder.run(words);
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  };
  const backup = join(ship.folder, 'backups', `${run}.tar.gz`);
  await ledger.writeByCommand(`file ${backup}`, 'there', () => succeed('backup', backup));
  const catalogue = ship.file(`catalogue-${run}.txt`, writeCatalogue(run));
  await ledger.writeByCommand('karaoke', `run ${run}`, () => succeed('import', 'karaoke', catalogue, '--force'));
  await succeed('backup', '--keep', '2', join(ship.folder, 'backups'));
}
