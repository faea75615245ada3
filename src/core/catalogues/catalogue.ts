import { type Context, transact, type Write, type WriteContext } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { malformed } from '#contract/errors.ts';
import type { ImportOptions, ImportOutcome } from '#platform/import/import-outcome.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { readSeedFile } from '#platform/import/seed-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** An import with all slow work done. Applying it takes a short transaction. */
export type PreparedImport = (context: WriteContext) => ImportOutcome;

/** A library that is imported from a file. */
export interface Catalogue {
  /** Name of its file in the seeds folder; prefixed with `test-` in development and testing (decision 45). */
  readonly fileName: string;
  /** Whether no file was ever imported. */
  isEmpty(context: Context): boolean;
  /**
   * Parses the text of a file, yielding to other work, without visible changes. With `dryRun`, the prepared import only
   * counts. Throws UnreadableFile if the file can't be used.
   */
  prepare(context: Context, text: string, options: CatalogueOptions): Promise<PreparedImport>;
}

/** Options for an import. */
export interface CatalogueOptions extends ImportOptions {
  /** Whether to describe each change. Building tens of thousands of sentences keeps the service busy. */
  readonly namesChanges: boolean;
  /** Whether the service handles requests meanwhile. If so, slow work is done with pauses. */
  readonly isServing: boolean;
  /** Whether this is the built-in sample. The first real file replaces it. */
  readonly isSample: boolean;
}

const defaultOptions = { dryRun: false, namesChanges: false };

const getFileName = ({ fileName }: Catalogue, { isDevelopment }: Config): string =>
  isDevelopment ? `test-${fileName}` : fileName;

/** Replaces the library with the file. Throws UnreadableFile and changes nothing if the file can't be used. */
export async function importCatalogue(
  context: Context,
  catalogue: Catalogue,
  text: string,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const apply = await catalogue.prepare(context, text, {
    ...options,
    namesChanges: true,
    isServing: true,
    isSample: false,
  });
  return transact(context, apply);
}

/**
 * Replaces the library with the crew's file in the seeds folder, even if entries are missing from it. Throws 400 with
 * the reason and keeps the old library if there is no file or it can't be used (decision 66).
 */
export async function reloadCatalogue(context: Context, catalogue: Catalogue, write: Write): Promise<void> {
  const apply = await prepareReload(context, catalogue);
  write((context) => {
    const { notes: _notes, changes: _changes, warnings, ...counts } = apply(context);
    context.db.afterCommit(() => {
      context.log.info({ ...counts, file: catalogue.fileName }, 'a library was reloaded');
      for (const warning of warnings) context.log.warn(warning);
    });
  });
}

async function prepareReload(context: Context, catalogue: Catalogue): Promise<PreparedImport> {
  const { config } = context;
  const name = getFileName(catalogue, config);
  try {
    const file = readSeedFile(config.folders.seeds, name, false);
    if (!file) throw malformed(`The seeds folder of the server has no ${name}.`);
    return await catalogue.prepare(context, file.text, {
      ...defaultOptions,
      force: true,
      isServing: true,
      isSample: false,
    });
  } catch (error) {
    throw error instanceof UnreadableFile ? malformed(error.message, 'unreadableFile') : error;
  }
}

/** Fills the library at the first start, from the crew's file or, in development and testing, from the sample. */
export async function seedCatalogue(context: Context, catalogue: Catalogue): Promise<void> {
  const { config, log } = context;
  if (!catalogue.isEmpty(context)) return;
  const name = getFileName(catalogue, config);
  const seed = { folder: config.folders.seeds, name, sample: config.isDevelopment, log };
  await importSeed(seed, async (text, isSample) =>
    transact(
      context,
      await catalogue.prepare(context, text, { ...defaultOptions, force: false, isServing: false, isSample }),
    ),
  );
}
