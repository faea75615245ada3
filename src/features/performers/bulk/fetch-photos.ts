import { type Context, transact, type WriteContext } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { processUpload, writeOrDiscard } from '#core/images/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { LimiterFull } from '#platform/limits/limiter.ts';
import { DownloadFailed } from '#platform/network/downloads.ts';
import type { Job } from '#platform/time/job-runner.ts';
import { listPhotosToFetch, savePhotoResult } from '../store.ts';

const jobName = 'fetch-performer-photos';
/** The timeout for one picture. */
const timeoutMilliseconds = 10_000;
/** After this many consecutive failures to reach a host, the rest of its pictures wait for the next hour. */
const maxUnreachable = 3;

/** Creates the job that fetches pictures from the addresses in a list of performers (schedule rule 80). */
export const createPhotoJob = (context: Context): Job => ({
  name: jobName,
  run: (stopping) => fetchPhotos(context, stopping),
});

/** Starts fetching pictures in the background. */
export function startPhotoJob(context: Context): void {
  context.jobs.run(jobName).catch((error: unknown) => {
    context.log.error({ error: String(error), job: jobName }, 'a job failed');
  });
}

type PhotoToFetch = ReturnType<typeof listPhotosToFetch>[number];
type Outcome = 'fetched' | 'unreachable' | 'failed';

/**
 * Fetches one picture at a time, since passengers' uploads need the workers too. It's normal that hosts are unreachable
 * at sea: those pictures are tried again in an hour. Other failures are logged and not retried.
 */
async function fetchPhotos(context: Context, stopping: AbortSignal): Promise<string | undefined> {
  const outcomes = new Map<string, Outcome>();
  const fetchUnlessHopeless = skipUnreachableHosts((awaited) => fetchPhoto(context, awaited, stopping));
  // More lists may be applied while this runs.
  const findUntried = () => listPhotosToFetch(context.db).filter(({ id }) => !outcomes.has(id));
  for (let untried = findUntried(); untried.length > 0; untried = findUntried()) {
    for (const awaited of untried) {
      if (stopping.aborted) return describeOutcomes([...outcomes.values()]);
      outcomes.set(awaited.id, await fetchUnlessHopeless(awaited));
    }
  }
  return describeOutcomes([...outcomes.values()]);
}

type FetchPhoto = (awaited: PhotoToFetch) => Promise<Outcome>;

/** Wraps `fetch` so that it stops trying a host after a few failures to reach it. */
function skipUnreachableHosts(fetch: FetchPhoto): FetchPhoto {
  const failures = new Map<string, number>();
  return async (awaited) => {
    const host = URL.parse(awaited.photoAddress)?.host ?? '';
    const failed = failures.get(host) ?? 0;
    if (failed >= maxUnreachable) return 'unreachable';
    const fate = await fetch(awaited);
    failures.set(host, fate === 'unreachable' ? failed + 1 : 0);
    return fate;
  };
}

function describeOutcomes(fates: readonly Outcome[]): string | undefined {
  if (fates.length === 0) return undefined;
  const count = (fate: Outcome) => fates.filter((one) => one === fate).length;
  return `${count('fetched')} pictures fetched, ${count('failed')} failed, ${count('unreachable')} unreachable for now`;
}

async function fetchPhoto(context: Context, awaited: PhotoToFetch, stopping: AbortSignal): Promise<Outcome> {
  try {
    const maxBytes = getServerSettings(context).maxImageSize;
    const { bytes } = await context.downloads.fetch(awaited.photoAddress, {
      milliseconds: timeoutMilliseconds,
      maxBytes,
      stopping,
    });
    await storePhoto(context, awaited, bytes);
    return 'fetched';
  } catch (error) {
    if (stopping.aborted || error instanceof LimiterFull) return 'unreachable';
    if (error instanceof DownloadFailed && error.isUnreachable) return 'unreachable';
    if (!(error instanceof DownloadFailed || error instanceof AppError)) throw error;
    recordFailedPhoto(context, awaited, error.message);
    return 'failed';
  }
}

async function storePhoto(context: Context, { id, photoAddress }: PhotoToFetch, bytes: Buffer): Promise<void> {
  const picture = await processUpload(context, { image: bytes }, { avatar: true, key: 'photo' });
  if (!picture) throw new DownloadFailed('is empty');
  const write = <Result>(work: (context: WriteContext) => Result): Result => transact(context, work);
  await writeOrDiscard(context, [picture], write, ({ db }) => {
    if (!savePhotoResult(db, id, photoAddress, picture.name)) throw new DownloadFailed('is no longer needed');
  });
}

function recordFailedPhoto(context: Context, { id, name, photoAddress }: PhotoToFetch, reason: string): void {
  context.log.warn({ performer: name, photoAddress, reason }, 'could not fetch a performer’s picture');
  transact(context, ({ db }) => savePhotoResult(db, id, photoAddress, null));
}
