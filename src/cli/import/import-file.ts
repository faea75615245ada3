import type { Config } from '#config/config.ts';
import type { Context } from '#context';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { importSchedule } from '#features/schedule/index.ts';
import type { ImportOptions, ImportOutcome } from '#platform/import-outcome.ts';
import { readTextFile } from '#platform/text-file.ts';
import { announced } from '../terminal/progress.ts';
import { say, warn } from '../terminal/say.ts';
import { table } from '../terminal/table.ts';
import { withBox } from '../with-box.ts';
import { withBoxForDryRun } from './dry-run-box.ts';

interface Import {
  /** What the file holds, in the plural. */
  readonly things: string;
  readonly run: (context: Context, text: string, options: ImportOptions) => ImportOutcome;
}

const imports = {
  schedule: { things: 'events', run: importSchedule },
  timezones: { things: 'clock changes', run: importTimeZones },
  regcodes: { things: 'registration codes', run: importRegistrationCodes },
} satisfies Record<string, Import>;

/** Imports a file, all of it or nothing, and prints what changed. Throws UnreadableFile for one that is refused. */
export async function importFile(
  config: Config,
  kind: keyof typeof imports,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { things, run }: Import = imports[kind];
  const text = readTextFile(file);
  const work = (context: Context) => run(context, text, options);
  const outcome = await announced(`importing ${file}`, () =>
    options.dryRun ? withBoxForDryRun(config, work) : withBox(config, { create: true }, work),
  );
  if (options.dryRun) say('A dry run: nothing was written.');
  say(describe(things, outcome));
  for (const note of outcome.notes) say(note);
  for (const warning of outcome.warnings) warn(warning);
}

function describe(things: string, { added, changed, restored, deleted, unchanged }: ImportOutcome): string {
  return table([
    [things, ''],
    ['added', added],
    ['changed', changed],
    ...(restored > 0 ? [['restored', restored]] : []),
    ['deleted', deleted],
    ['unchanged', unchanged],
  ]);
}
