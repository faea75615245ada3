import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Context, createOncePerInstance, type Write } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { getPortZone } from '#core/ship-time/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { rejectUnreadableLater } from '#platform/import/unreadable-file.ts';
import { readCalendarInTurns, type ScheduledEvent } from '../calendar-files/read-calendar.ts';
import { holdDesk } from './hold-desk.ts';
import { findUpload, findUploadedFile, replaceUpload, type ScheduleUpload } from './store.ts';

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Keeps a file, whatever is in it, to be compared and applied later (schedule rule 41). Throws 409 while the desk is held. */
export const uploadSchedule = (context: Context, text: string, write: Write): Promise<void> =>
  holdDesk(context, 'An upload of the schedule', async () => {
    const file = await compress(text);
    write(({ db, clock }) => replaceUpload(db, file, clock.now()));
  });

/** The upload as it was read. */
export interface ReadUpload extends ScheduleUpload {
  readonly events: readonly ScheduledEvent[];
}

const eventsCache = createOncePerInstance((context) =>
  createDerivedCache<readonly ScheduledEvent[]>(context.caches, { max: 1 }),
);

/** Reads the upload. Throws 400 when there is none, or it cannot be read as a calendar (schedule rules 41 and 42). */
export async function readUpload(context: Context): Promise<ReadUpload> {
  const upload = findUpload(context.db);
  const file = upload && findUploadedFile(context.db, upload.id);
  if (!upload || !file) throw malformed('No schedule has been uploaded yet.');
  const { zoneID } = getPortZone(context);
  const basis = [upload.id, zoneID];
  const known = eventsCache(context).peek('upload', basis);
  if (known) return { ...upload, events: known };
  const text = (await decompress(file)).toString('utf8');
  const events = await rejectUnreadableLater(() => readCalendarInTurns(text, zoneID));
  eventsCache(context).set('upload', basis, events);
  return { ...upload, events };
}
