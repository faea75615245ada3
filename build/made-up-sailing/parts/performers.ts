import { eventPerformers, performers } from '#features/performers/tables.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { writeSentence } from '../vocabulary.ts';

const officialPerformerCount = 300;
const eventsPerOfficial = 4;
/** One in this many passengers hosts events. */
const passengersPerHost = 30;
const eventsPerHost = 2;

const isHostedByPassengers = ({ row }: LiveEvent) => row.eventType === 'shadow' || row.eventType === 'workshop';

/** Makes official performers for the events of the programme, and passengers who host their own events. */
export const performersPart: SailingPart = {
  name: 'performers',
  fill({ context, random, people, count, make }) {
    const { events } = getCurrentSchedule(context);
    const hosted = events.filter(isHostedByPassengers);
    const hosts = people.filter((_, index) => index % passengersPerHost === 0);
    const describe = (name: string, isOfficial: boolean, now: Date) => ({
      id: random.uuid(),
      isOfficial,
      name,
      bio: writeSentence(random, 40, 200),
      yearsAttended: [2023, 2024],
      alternativeNames: [],
      createdAt: now,
      updatedAt: now,
    });
    make('official performers', count(officialPerformerCount), (context, index) => {
      const performer = describe(`Performer ${index}`, true, context.clock.now());
      insertRow(context, performers, performer);
      for (const { row } of random.pick(events, eventsPerOfficial))
        insertRow(context, eventPerformers, { performerID: performer.id, eventID: row.id });
    });
    make('passengers who hold events', hosts.length, (context, index) => {
      const host = hosts[index];
      if (!host) return;
      const performer = describe(host.username, false, context.clock.now());
      insertRow(context, performers, { ...performer, ownerID: host.id });
      for (const { row } of random.pick(hosted, eventsPerHost))
        insertRow(context, eventPerformers, { performerID: performer.id, eventID: row.id });
    });
  },
};
