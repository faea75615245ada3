import { type Context, transact, type Write, type WriteContext } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { malformed } from '#contract/errors.ts';
import type { ImportOptions, ImportOutcome } from '#platform/import/import-outcome.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { readSeedFile } from '#platform/import/seed-file.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** A file that was read, and whatever takes long was done: what is left is a short transaction. */
export type PreparedImport = (context: WriteContext) => ImportOutcome;

/** A library that comes from a file. */
export interface Catalogue {
  /** Name of its file in the seeds folder; in development and testing `test-` stands before it (decision 45). */
  readonly fileName: string;
  /** Was none ever taken in? */
  isEmpty(context: Context): boolean;
  /**
   * Reads the text of a file, giving others their turn, and changes nothing that anyone sees. With `dryRun` what is
   * prepared only counts. Throws UnreadableFile for one that cannot be used.
   */
  prepare(context: Context, text: string, options: CatalogueOptions): Promise<PreparedImport>;
}

/** How a file is taken in. */
export interface CatalogueOptions extends ImportOptions {
  /** Does anyone want to know each change? Tens of thousands of sentences keep the service busy. */
  readonly namesChanges: boolean;
  /** May someone be answered meanwhile? Then what takes long is done with pauses. */
  readonly isServing: boolean;
  /** Is this the sample carried in the program? The first real file replaces it. */
  readonly isSample: boolean;
}

const unnamed = { dryRun: false, namesChanges: false };

const getFileName = ({ fileName }: Catalogue, { isDevelopment }: Config): string =>
  isDevelopment ? `test-${fileName}` : fileName;

/** Makes the file the library. Throws UnreadableFile for one that cannot be used, nothing changed. */
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
 * Makes the crew's own file in the seeds folder the library, whatever it lacks of the old one. Throws 400 with the
 * reason, the old library kept, when there is none or it cannot be used (decision 66).
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
    return await catalogue.prepare(context, file.text, { ...unnamed, force: true, isServing: true, isSample: false });
  } catch (error) {
    throw error instanceof UnreadableFile ? malformed(error.message) : error;
  }
}

/** Fills the library at the first start, from the crew's file or, in development and testing, the sample. */
export async function seedCatalogue(context: Context, catalogue: Catalogue): Promise<void> {
  const { config, log } = context;
  if (!catalogue.isEmpty(context)) return;
  const name = getFileName(catalogue, config);
  const seed = { folder: config.folders.seeds, name, sample: config.isDevelopment, log };
  await importSeed(seed, async (text, isSample) =>
    transact(context, await catalogue.prepare(context, text, { ...unnamed, force: false, isServing: false, isSample })),
  );
}
