import { randomInt } from 'node:crypto';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { importRegistrationCodes } from './import-codes.ts';
import { countRegistrationCodes, insertRegistrationCodes } from './store.ts';

/** The first codes, from the crew's file; its lines that are no codes are passed over (core, Accounts at first start). */
export function seedRegistrationCodes(context: Context): void {
  const { config, db, log } = context;
  if (countRegistrationCodes(db) > 0) return;
  const seed = { folder: config.folders.seeds, name: 'registration-codes.txt', sample: config.isDevelopment, log };
  importSeed(seed, (text) =>
    transact(context, (context) => {
      const outcome = importRegistrationCodes(context, text, { force: true, dryRun: false });
      if (config.isDevelopment) createReservedCodes(context);
      return outcome;
    }),
  );
}

const reservedCodes = 100;
const letters = 'abcdefghijklmnopqrstuvwxyz';

function generateCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

/** Adds the codes reserved for testers (schedule rule 117). */
function createReservedCodes(context: WriteContext): void {
  for (let added = 0; added < reservedCodes; ) added += insertRegistrationCodes(context.db, [generateCode()], true);
}
