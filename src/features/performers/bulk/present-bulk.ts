import { DateTime } from 'luxon';
import type { Context } from '#area/context.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { getShipClock, type ShipClock, type ZoneInForce } from '#core/ship-time/index.ts';
import type { LiveEvent } from '#features/schedule/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import type {
  PerformerData,
  PerformerEventLinkPreviewData,
  PerformerUpdateDifferenceData,
  UpdatedPerformerData,
} from '../records.ts';
import type { BulkEntry } from './entries.ts';
import { type BulkUpdatePlan, planBulkUpdate } from './plan-bulk.ts';

/**
 * Returns the changes that applying the uploaded list would make, for the desk (schedule rules 78 and 79). Throws 400
 * without an upload.
 */
export async function presentBulkUpdate(context: Context): Promise<EndpointResponse<PerformerUpdateDifferenceData>> {
  const plan = await planBulkUpdate(context);
  const formatEvent = createEventFormatter();
  const clock = getShipClock(context);
  const parts = {
    newPerformers: await stringifyInBatches(plan.added, presentNew),
    updatedPerformers: await stringifyInBatches(plan.changed, presentChanged),
    unchangedCount: String(plan.unchangedCount),
    eventLinksToAdd: await stringifyInBatches(plan.links, ({ entry, event }) => previewLink(entry, event, formatEvent)),
    unmatchedScrapedEvents: await stringifyInBatches(plan.unmatched, (unmatched) => previewUnmatched(clock, unmatched)),
    notInSourcePerformers: await stringifyInBatches(plan.absent, ({ header }) => header),
  };
  const json = `{${Object.entries(parts).map(([name, part]) => `"${name}":${part}`)}}`;
  return respondWithJson(
    () => json,
    () => JSON.parse(json),
  );
}

/** Serializes a list to JSON and yields to other requests. */
async function stringifyInBatches<Item>(items: readonly Item[], present: (item: Item) => object): Promise<string> {
  const texts: string[] = [];
  await forEachYielding(items, (item) => texts.push(JSON.stringify(present(item))));
  return `[${texts.join(',')}]`;
}

function presentNew({ header, references: _references, ...texts }: BulkEntry): PerformerData {
  return {
    header: { name: header.name.trim(), photo: header.photo, isOfficialPerformer: true },
    ...texts,
    yearsAttended: texts.yearsAttended ?? [],
    scrapedEventRefs: [],
    events: [],
  };
}

const presentChanged = ({ performer, changes }: BulkUpdatePlan['changed'][number]): UpdatedPerformerData => ({
  header: performer.header,
  changedFields: changes.map(({ fieldName, before, after }) => ({
    fieldName,
    oldValue: describeText(before),
    newValue: describeText(after),
  })),
});

const describeText = (text: string | null): string => (text === null ? '(none)' : text === '' ? '(blank)' : text);

type FormatEvent = (event: LiveEvent) => string;

/** Formats the start of each event once, since many performers share one. */
function createEventFormatter(): FormatEvent {
  const texts = new Map<LiveEvent, string>();
  return (event) => {
    const text = texts.get(event) ?? formatStart(event.startTime, event.zone);
    texts.set(event, text);
    return text;
  };
}

const formatStart = (startTime: Date, { id, abbreviation }: ZoneInForce): string =>
  `${DateTime.fromJSDate(startTime, { zone: id }).toFormat('M/d/yy, h:mm a', { locale: 'en-US' })} ${abbreviation}`;

function previewLink(entry: BulkEntry, event: LiveEvent, format: FormatEvent): PerformerEventLinkPreviewData {
  return {
    performerName: entry.header.name.trim(),
    eventTitle: event.row.title,
    eventStartTime: format(event),
    eventLocation: event.row.location,
  };
}

function previewUnmatched(
  clock: ShipClock,
  { entry, reference }: BulkUpdatePlan['unmatched'][number],
): PerformerEventLinkPreviewData {
  const startTime = clock.toDisplay(new Date(reference.startTime));
  return {
    performerName: entry.header.name.trim(),
    eventTitle: reference.title,
    eventStartTime: formatStart(startTime, clock.zoneAt(startTime)),
  };
}
