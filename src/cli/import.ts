import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { type Catalogue, importCatalogue } from '#core/catalogues/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { gamesCatalogue } from '#features/boardgames/index.ts';
import { songsCatalogue } from '#features/karaoke/index.ts';
import { importSchedule } from '#features/schedule/index.ts';
import type { ImportOptions, ImportOutcome } from '#platform/import/import-outcome.ts';
import { readTextFile } from '#platform/import/text-file.ts';
import { announce, formatTable, say, warn } from './terminal.ts';
import { withInstance, withInstanceForDryRun } from './with-instance.ts';

interface Import {
  /** What the file holds, in the plural. */
  readonly things: string;
  readonly run: (context: Context, text: string, options: ImportOptions) => ImportOutcome | Promise<ImportOutcome>;
}

const importInto =
  (catalogue: Catalogue): Import['run'] =>
  (context, text, options) =>
    importCatalogue(context, catalogue, text, options);

const imports = {
  schedule: { things: 'events', run: importSchedule },
  timezones: { things: 'clock changes', run: importTimeZones },
  boardgames: { things: 'games', run: importInto(gamesCatalogue) },
  karaoke: { things: 'songs', run: importInto(songsCatalogue) },
  regcodes: { things: 'registration codes', run: importRegistrationCodes },
} satisfies Record<string, Import>;

/** Imports a file, all of it or nothing, and prints what changed. Throws UnreadableFile for one that is rejected. */
export async function importFile(
  config: Config,
  kind: keyof typeof imports,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { things, run }: Import = imports[kind];
  const text = readTextFile(file);
  const work = (context: Context) => run(context, text, options);
  const outcome = await announce(`importing ${file}`, () =>
    options.dryRun ? withInstanceForDryRun(config, work) : withInstance(config, { create: true }, work),
  );
  if (options.dryRun) say('A dry run: nothing was written.');
  say(describe(things, outcome));
  for (const note of outcome.notes) say(note);
  for (const warning of outcome.warnings) warn(warning);
}

function describe(things: string, { added, changed, restored, deleted, unchanged }: ImportOutcome): string {
  return formatTable([
    [things, ''],
    ['added', added],
    ['changed', changed],
    ...(restored > 0 ? [['restored', restored]] : []),
    ['deleted', deleted],
    ['unchanged', unchanged],
  ]);
}
