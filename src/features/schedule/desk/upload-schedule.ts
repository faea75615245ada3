import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Context, createOncePerInstance, type Write } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { getPortZone } from '#core/ship-time/index.ts';
import { rejectUnreadableAsync } from '#platform/import/unreadable-file.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { readCalendarYielding, type ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { lockSchedule } from './lock-schedule.ts';
import { findUpload, getUploadedFile, replaceUpload, type ScheduleUpload } from './store.ts';

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/**
 * Stores a file with any content, to be compared and applied later (schedule rule 41). Throws 409 while the desk is
 * held.
 */
export const uploadSchedule = (context: Context, text: string, write: Write): Promise<void> =>
  lockSchedule(context, 'A schedule upload', async () => {
    const file = await compress(text);
    write(({ db, clock }) => replaceUpload(db, file, clock.now()));
  });

/** The parsed upload. */
export interface ReadUpload extends ScheduleUpload {
  readonly events: readonly ScheduledEvent[];
}

const eventsCache = createOncePerInstance((context) =>
  createDerivedCache<readonly ScheduledEvent[]>(context.caches, { max: 1 }),
);

/** Reads the upload. Throws 400 if there is none or it isn't a readable calendar (schedule rules 41 and 42). */
export async function readUpload(context: Context): Promise<ReadUpload> {
  const upload = findUpload(context.db);
  if (!upload) throw malformed('No schedule has been uploaded yet.', 'nothingUploaded');
  const { zoneID } = getPortZone(context);
  const dependencies = [upload.id, zoneID];
  const known = eventsCache(context).peek('upload', dependencies);
  const events = known ?? (await readFile(context, upload, zoneID));
  eventsCache(context).set('upload', dependencies, events);
  return { ...upload, events };
}

async function readFile({ db }: Context, { id }: ScheduleUpload, zoneID: string): Promise<readonly ScheduledEvent[]> {
  const text = (await decompress(getUploadedFile(db, id))).toString('utf8');
  return rejectUnreadableAsync(() => readCalendarYielding(text, zoneID));
}
