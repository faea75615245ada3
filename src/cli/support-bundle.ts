import { basename } from 'node:path';
import { chooseFile } from '#app/backup/choose-file.ts';
import { readRunState } from '#app/run-state.ts';
import { gatherBundle, type InstancePart, readInstancePart } from '#app/support/gather.ts';
import { zipTexts } from '#app/support/pack.ts';
import type { Config } from '#config/config.ts';
import { formatTimestamp } from '#platform/files/files.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { describeFailure } from './failure.ts';
import { readFullStatus } from './status.ts';
import { announce, formatTable, say, warn } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Command-line options. */
export interface BundleOptions {
  /** Whether to replace an existing file. */
  readonly force: boolean;
  /** Whether to verify the data too. */
  readonly verify: boolean;
}

/** Describes each file of the bundle. */
const fileDescriptions: Readonly<Record<string, string>> = {
  'log.jsonl': 'the last lines of the log, up to 4 MB, including device addresses',
  'status.json': 'the output of `gangway status --json`: problems, disks, requests, jobs, backups, spare',
  'history.json': 'figures of the last day, every ten minutes',
  'settings.json': 'settings of the environment and the server; for passwords, only whether they are set',
  'versions.json': 'the program and the machine',
  'spare.json': 'which machines serve or have served, according to this one',
  'verify.json': 'how many values are inconsistent, by kind',
};

const exclusionNotice =
  'Not included: passwords, keys, tokens, registration and pairing codes, and anything passengers wrote, searched for or uploaded. ' +
  'Their accounts appear as passenger-1, passenger-2 and so on.';

/**
 * Writes one file for support on shore, with or without a running service. Throws BackupFailed for a file that must not
 * be overwritten.
 */
export async function writeSupportBundle(
  config: Config,
  target: string | undefined,
  { force, verify }: BundleOptions,
): Promise<void> {
  const name = `gangway-support-${formatTimestamp(new Date())}`;
  const file = chooseFile(target, `${name}.zip`, config, force);
  const files = await announce(`writing ${file}`, async () => {
    const instance = await readInstance(config, verify);
    const history = (await readRunState(config))?.samples ?? [];
    const gathered = await gatherBundle(config, { status: await readFullStatus(config), history, instance });
    const rows = [...gathered.keys()].map((name) => [name, fileDescriptions[name] ?? '']);
    const all = new Map([...gathered, ['README.txt', `${formatTable(rows)}\n\n${exclusionNotice}\n`]]);
    await writeFileAtomically(file, zipTexts(name, all));
    return rows;
  });
  say(`${file}, with`);
  say(formatTable(files));
  say(`${exclusionNotice} Check ${basename(file)} before you send it.`);
}

/** Undefined if the database can't be read; the rest is then all the more useful. */
async function readInstance(config: Config, verify: boolean): Promise<InstancePart | undefined> {
  try {
    return await withInstance(
      { ...config, logLevel: 'silent' },
      { create: false, staysRoot: true, mayBeSpare: true },
      (context) => readInstancePart(context, verify),
    );
  } catch (error) {
    warn(`the database's data is not included: ${describeFailure(error)}`);
    return undefined;
  }
}
