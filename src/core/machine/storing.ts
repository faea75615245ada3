import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { tryWriting } from '#db/try-writing.ts';
import { removePathAsync } from '#platform/files/files.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';

interface WriteCheck {
  readonly trouble: Promise<string | undefined>;
  /** A time of the steady clock; undefined while the check is running. */
  endedAt: number | undefined;
}

const getLastCheck = createOncePerInstance((): { value?: WriteCheck } => ({}));
const resultLifetimeMilliseconds = 1000;

/**
 * Returns why nothing can be stored, as one sentence; undefined if it can (decision 60). Checks at most once a second,
 * however often it's called.
 */
export function findWriteProblem(context: Context): Promise<string | undefined> {
  const now = context.clock.steadyNow();
  const { value } = getLastCheck(context);
  const isFresh = value && (value.endedAt === undefined || now - value.endedAt < resultLifetimeMilliseconds);
  return (isFresh ? value : startWriteCheck(context)).trouble;
}

function startWriteCheck(context: Context): WriteCheck {
  const started: WriteCheck = {
    endedAt: undefined,
    trouble: tryWritingEverywhere(context)
      .then(() => undefined, describeWriteProblem)
      .finally(() => {
        started.endedAt = context.clock.steadyNow();
      }),
  };
  getLastCheck(context).value = started;
  return started;
}

const describeWriteProblem = (error: unknown): string =>
  findMachineTrouble(error)?.sentence ?? "The server can't save anything right now. Reading still works.";

/** The database notices a full disk only once its log needs more space, so files are tried as well. */
async function tryWritingEverywhere({ db, config }: Context): Promise<void> {
  tryWriting(db);
  await tryWritingFile(join(config.folders.incoming, 'try'));
  await tryWritingFile(`${config.databaseFile}-try`);
}

const trialBytes = new Uint8Array(64 * 1024);

async function tryWritingFile(file: string): Promise<void> {
  try {
    await writeFile(file, trialBytes, { mode: 0o600 });
  } finally {
    await removePathAsync(file);
  }
}
