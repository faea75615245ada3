import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Day, RehearsalPart, Stage } from '../stage.ts';

/**
 * Every night a backup is made and verified. One night its folder is missing: the service reports that, and the next
 * backup works.
 */
export function createBackupsPart({ world, clock }: Stage, folder: string, brokenDay: number): RehearsalPart {
  const proved = new Set<string>();
  let reported: string | undefined;

  async function readBox() {
    const { body } = await world.admin.client.send('GET', '/api/v3/admin/box');
    const job = body.jobs.find(({ name }: { name: string }) => name === 'back-up');
    return { job, lastProved: body.lastProvedBackup?.at as string | undefined };
  }

  return {
    promise: 'Every night there is a proved backup, and one that fails is reported',
    target: 'a proved one on the last days; the broken one named',
    async play({ number }: Day) {
      if (number === brokenDay) {
        mkdirSync(folder, { recursive: true });
        renameSync(folder, `${folder}.away`);
        writeFileSync(folder, 'This is no folder.');
      }
    },
    async compare({ number }: Day) {
      const { job, lastProved } = await readBox();
      if (lastProved) proved.add(lastProved);
      if (number !== brokenDay) return;
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
      assert.ok(job.hasFailed, `the backup of day ${number} into what is no folder: ${job.outcome}`);
      reported = job.outcome;
    },
    async figure() {
      const { lastProved = '' } = await readBox();
      const age = (clock.now().getTime() - Date.parse(lastProved)) / 3_600_000;
      assert.ok(age < 48, `the last proved backup is of ${lastProved || 'no day'}`);
      return `${proved.size} proved, the last ${Math.round(age)} hours old; once “${reported}”`;
    },
  };
}
