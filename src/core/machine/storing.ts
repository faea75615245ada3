import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { tryWriting } from '#db/try-writing.ts';
import { removePathAsync } from '#platform/files/files.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';

interface LastTry {
  readonly trouble: Promise<string | undefined>;
  /** A time of the steady clock; undefined while the check is running. */
  endedAt: number | undefined;
}

const lastTry = createOncePerInstance((): { value?: LastTry } => ({}));
const millisecondsRemembered = 1000;

/**
 * Returns why nothing can be stored, as one sentence; undefined if it can (decision 60). Checks at most once a second,
 * however often it's called.
 */
export function findStoringTrouble(context: Context): Promise<string | undefined> {
  const now = context.clock.steadyNow();
  const { value } = lastTry(context);
  const isFresh = value && (value.endedAt === undefined || now - value.endedAt < millisecondsRemembered);
  return (isFresh ? value : startTry(context)).trouble;
}

function startTry(context: Context): LastTry {
  const started: LastTry = {
    endedAt: undefined,
    trouble: tryStoring(context)
      .then(() => undefined, describeTrouble)
      .finally(() => {
        started.endedAt = context.clock.steadyNow();
      }),
  };
  lastTry(context).value = started;
  return started;
}

const describeTrouble = (error: unknown): string =>
  findMachineTrouble(error)?.sentence ?? "The server can't save anything right now. Reading still works.";

/** The database notices a full disk only once its log needs more space, so files are tried as well. */
async function tryStoring({ db, config }: Context): Promise<void> {
  tryWriting(db);
  await tryFile(join(config.folders.incoming, 'try'));
  await tryFile(`${config.databaseFile}-try`);
}

const triedBytes = new Uint8Array(64 * 1024);

async function tryFile(file: string): Promise<void> {
  try {
    await writeFile(file, triedBytes, { mode: 0o600 });
  } finally {
    await removePathAsync(file);
  }
}
