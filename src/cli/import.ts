import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { writeAuditLog } from '#area/audit-log.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { importRegistrationCodes } from '#core/accounts/index.ts';
import { type Catalogue, importCatalogue } from '#core/catalogues/index.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { gamesCatalogue } from '#features/boardgames/index.ts';
import { songsCatalogue } from '#features/karaoke/index.ts';
import { importSongs } from '#features/micro-karaoke/index.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { DoubtfulFile, type ImportOptions, type ImportOutcome } from '#platform/import/import-outcome.ts';
import { readTextFile } from '#platform/import/text-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { CommandFailed } from './failure.ts';
import { announce, confirm, formatTable, isTerminal, say, warn } from './terminal.ts';
import { withInstance, withInstanceForDryRun } from './with-instance.ts';

interface Import {
  /** What the file holds, in the plural. */
  readonly things: string;
  /** What is handed to `run`: the text of the file, unless it is a folder of which it is the path. */
  readonly takesFolder?: boolean;
  readonly run: (context: Context, input: string, options: ImportOptions) => ImportOutcome | Promise<ImportOutcome>;
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
  songs: { things: 'songs of clip karaoke', run: importSongs, takesFolder: true },
} satisfies Record<string, Import>;

/**
 * Imports a file, all of it or nothing, and prints what changed. Of one that looks wrong it asks on a terminal. Throws
 * UnreadableFile for one that is rejected.
 */
export async function importFile(
  config: Config,
  kind: keyof typeof imports,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { things, run, takesFolder }: Import = imports[kind];
  // Asked before the database is opened, which a mistyped name would otherwise make.
  const input = takesFolder ? requireFolder(file) : readTextFile(file);
  const importWith = (options: ImportOptions) => {
    const work = async (context: Context) => {
      const outcome = await run(context, input, options);
      if (!options.dryRun) tellOfImport(context, things, file, outcome);
      return outcome;
    };
    return announce(`importing ${file}`, () =>
      options.dryRun ? withInstanceForDryRun(config, work) : withInstance(config, { create: true }, work),
    );
  };
  const outcome = await importUndoubted(importWith, options, isTerminal() ? confirm : undefined);
  if (options.dryRun) say('A dry run: nothing was written.');
  say(describe(things, outcome));
  for (const line of limitChanges(outcome.changes, options)) say(line);
  for (const note of outcome.notes) say(note);
  for (const warning of outcome.warnings) warn(warning);
}

function tellOfImport(context: Context, things: string, file: string, outcome: ImportOutcome): void {
  const { added, changed, restored, deleted, unchanged } = outcome;
  writeAuditLog(context, `${things} were imported`, {
    file: basename(file),
    added,
    changed,
    restored,
    deleted,
    unchanged,
  });
}

/** Where someone can be asked of a doubt, a yes is for all of them. Throws CommandFailed for a no. */
export async function importUndoubted(
  importWith: (options: ImportOptions) => Promise<ImportOutcome>,
  options: ImportOptions,
  confirmDoubt: ((question: string) => Promise<boolean>) | undefined,
): Promise<ImportOutcome> {
  try {
    return await importWith(options);
  } catch (error) {
    if (!(error instanceof DoubtfulFile) || !confirmDoubt) throw error;
    if (!(await confirmDoubt(`${error.message}\nTake it as it is?`))) throw new CommandFailed('Nothing was imported.');
    return importWith({ ...options, force: true });
  }
}

/** So many lines are read; a dry run is made to see them all. */
const maxChanges = 20;

function limitChanges(changes: readonly string[], { dryRun }: ImportOptions): readonly string[] {
  const more = changes.length - maxChanges;
  if (dryRun || more <= 0) return changes;
  return [...changes.slice(0, maxChanges), `and ${more} more; --dry-run names all of a file before it is imported`];
}

function requireFolder(path: string): string {
  if (!statSync(path).isDirectory()) throw new UnreadableFile(`${path} is no folder.`);
  return path;
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
