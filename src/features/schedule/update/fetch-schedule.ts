import type { Context } from '#area/context.ts';
import { getPortZone } from '#core/ship-time/index.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { type Download, DownloadFailed, type DownloadLimits } from '#platform/network/downloads.ts';
import { readCalendarYielding, type ScheduledEvent } from '../calendar-files/read-calendar.ts';

const limits: DownloadLimits = {
  milliseconds: 60_000,
  maxBytes: 10 * 1024 * 1024,
  headers: {
    accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1',
    // Some hosts only answer browsers (schedule rule 63).
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  },
};

/**
 * Fetches the events of the calendar at a URL. Throws DownloadFailed, or UnreadableFile if it isn't a calendar with
 * events (schedule rule 60).
 */
export async function fetchSchedule(
  context: Context,
  address: string,
  stopping: AbortSignal,
): Promise<readonly ScheduledEvent[]> {
  const download = await fetchFirstReachable(context, listAddresses(address), stopping);
  const events = await readCalendarYielding(decode(download), getPortZone(context).zoneID);
  if (events.length === 0) throw new UnreadableFile('The calendar has no events.');
  return events;
}

/** URLs with the webcal scheme of calendar programs are fetched by https, or else by http (decision 88). */
const listAddresses = (address: string): string[] =>
  /^webcal:/i.test(address) ? ['https:', 'http:'].map((scheme) => address.replace(/^webcal:/i, scheme)) : [address];

async function fetchFirstReachable(context: Context, addresses: string[], stopping: AbortSignal): Promise<Download> {
  const [address = '', ...others] = addresses;
  try {
    return await context.downloads.fetch(address, { ...limits, stopping });
  } catch (error) {
    if (others.length === 0 || stopping.aborted || !(error instanceof DownloadFailed)) throw error;
    return fetchFirstReachable(context, others, stopping);
  }
}

/**
 * Decodes text in the encoding that the server names, UTF-8 by default. Throws if it doesn't match, instead of losing
 * characters.
 */
function decode({ bytes, mediaType }: Download): string {
  const encoding = /;\s*charset="?([\w.:-]{1,40})/i.exec(mediaType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(`The calendar isn't text in ${encoding} encoding.`);
  }
}
