import type { Context } from '#area/context.ts';
import { getPortZone } from '#core/ship-time/index.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { type Download, DownloadFailed, type DownloadLimits } from '#platform/network/downloads.ts';
import { readCalendarInTurns, type ScheduledEvent } from '../calendar-files/read-calendar.ts';

const limits: DownloadLimits = {
  milliseconds: 60_000,
  maxBytes: 10 * 1024 * 1024,
  headers: {
    accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1',
    // Some hosts answer browsers alone (schedule rule 63).
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  },
};

/**
 * The events of the calendar at an address. Throws DownloadFailed, or UnreadableFile for what is no calendar with an event
 * in it (schedule rule 60).
 */
export async function fetchSchedule(
  context: Context,
  address: string,
  stopping: AbortSignal,
): Promise<readonly ScheduledEvent[]> {
  const download = await fetchAny(context, listAddresses(address), stopping);
  const events = await readCalendarInTurns(decode(download), getPortZone(context).zoneID);
  if (events.length === 0) throw new UnreadableFile('The calendar has no events.');
  return events;
}

/** What calendar programs call webcal is fetched by https, else by http (decision 88). */
const listAddresses = (address: string): string[] =>
  /^webcal:/i.test(address) ? ['https:', 'http:'].map((scheme) => address.replace(/^webcal:/i, scheme)) : [address];

async function fetchAny(context: Context, addresses: string[], stopping: AbortSignal): Promise<Download> {
  const [address = '', ...others] = addresses;
  try {
    return await context.downloads.fetch(address, { ...limits, stopping });
  } catch (error) {
    if (others.length === 0 || stopping.aborted || !(error instanceof DownloadFailed)) throw error;
    return fetchAny(context, others, stopping);
  }
}

/** Text in the encoding that the other side names, UTF-8 unless it does; a text in another one would be full of holes. */
function decode({ bytes, mediaType }: Download): string {
  const encoding = /;\s*charset="?([\w.:-]{1,40})/i.exec(mediaType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`The calendar is not text in the encoding ${encoding}.`);
  }
}
