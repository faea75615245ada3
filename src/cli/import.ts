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
import { type ImportOptions, type ImportOutcome, SuspiciousFile } from '#platform/import/import-outcome.ts';
import { readTextFile } from '#platform/import/text-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { CommandFailed } from './failure.ts';
import { announce, confirm, formatTable, isTerminal, say, warn } from './terminal.ts';
import { withInstance, withInstanceForDryRun } from './with-instance.ts';

interface ImportDefinition {
  /** What the file contains, in the plural. */
  readonly things: string;
  /** Input of `run`: the text of the file, or the path if it is a folder. */
  readonly takesFolder?: boolean;
  readonly run: (context: Context, input: string, options: ImportOptions) => ImportOutcome | Promise<ImportOutcome>;
}

const createCatalogueImport =
  (catalogue: Catalogue): ImportDefinition['run'] =>
  (context, text, options) =>
    importCatalogue(context, catalogue, text, options);

const imports = {
  schedule: { things: 'events', run: importSchedule },
  timezones: { things: 'clock changes', run: importTimeZones },
  boardgames: { things: 'games', run: createCatalogueImport(gamesCatalogue) },
  karaoke: { things: 'songs', run: createCatalogueImport(songsCatalogue) },
  regcodes: { things: 'registration codes', run: importRegistrationCodes },
  songs: { things: 'songs of clip karaoke', run: importSongs, takesFolder: true },
} satisfies Record<string, ImportDefinition>;

/**
 * Imports a file completely or not at all, and prints what changed. Asks for confirmation on a terminal if the file
 * looks wrong. Throws UnreadableFile for a rejected file.
 */
export async function importFile(
  config: Config,
  kind: keyof typeof imports,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { things, run, takesFolder }: ImportDefinition = imports[kind];
  // Checked before opening the database, which would create one for a mistyped name.
  const input = takesFolder ? requireFolder(file) : readTextFile(file);
  const importWith = (options: ImportOptions) => {
    const work = async (context: Context) => {
      const outcome = await run(context, input, options);
      if (!options.dryRun) auditImport(context, things, file, outcome);
      return outcome;
    };
    return announce(`importing ${file}`, () =>
      options.dryRun ? withInstanceForDryRun(config, work) : withInstance(config, { create: true }, work),
    );
  };
  const outcome = await importWithConfirmation(importWith, options, isTerminal() ? confirm : undefined);
  if (options.dryRun) say('Dry run: nothing was written.');
  say(describeOutcome(things, outcome));
  for (const line of limitListedChanges(outcome.changes, options)) say(line);
  for (const note of outcome.notes) say(note);
  for (const warning of outcome.warnings) warn(warning);
}

function auditImport(context: Context, things: string, file: string, outcome: ImportOutcome): void {
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

/** On a terminal, one confirmation covers all doubts. Throws CommandFailed for a no. */
export async function importWithConfirmation(
  importWith: (options: ImportOptions) => Promise<ImportOutcome>,
  options: ImportOptions,
  confirmDoubt: ((question: string) => Promise<boolean>) | undefined,
): Promise<ImportOutcome> {
  try {
    return await importWith(options);
  } catch (error) {
    if (!(error instanceof SuspiciousFile) || !confirmDoubt) throw error;
    if (!(await confirmDoubt(`${error.message}\nImport it anyway?`))) throw new CommandFailed('Nothing was imported.');
    return importWith({ ...options, force: true });
  }
}

/** How many lines people read; a dry run is made to show them all. */
const maxChanges = 20;

function limitListedChanges(changes: readonly string[], { dryRun }: ImportOptions): readonly string[] {
  const more = changes.length - maxChanges;
  if (dryRun || more <= 0) return changes;
  return [...changes.slice(0, maxChanges), `and ${more} more; use --dry-run to list everything before importing`];
}

function requireFolder(path: string): string {
  if (!statSync(path).isDirectory()) throw new UnreadableFile(`${path} is not a folder.`);
  return path;
}

function describeOutcome(things: string, { added, changed, restored, deleted, unchanged }: ImportOutcome): string {
  return formatTable([
    [things, ''],
    ['added', added],
    ['changed', changed],
    ...(restored > 0 ? [['restored', restored]] : []),
    ['deleted', deleted],
    ['unchanged', unchanged],
  ]);
}
