import { listHostedEvents } from '#features/feedback/select-events.ts';
import { feedbackReports } from '#features/feedback/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { writeSentence } from '../vocabulary.ts';

/** Makes feedback: hosts reported on half of their events, and the desk marked one report in ten. */
export const feedbackPart: SailingPart = {
  name: 'feedback',
  fill({ context, random, people, make }) {
    const events = listHostedEvents(context);
    const reportedOn = random.pick(events, Math.ceil(events.length / 2));
    make('reports on events', reportedOn.length, (context, index) => {
      const row = reportedOn[index]?.row;
      if (!row) return;
      const [host, now] = [random.oneOf(people), context.clock.now()];
      insertRow(context, feedbackReports, {
        ...{ id: random.uuid(), eventID: row.id, authorID: host.id, createdAt: now, modifiedAt: now },
        ...{ title: row.title, location: row.location, eventTime: row.startTime, hostName: host.username },
        attendance: `about ${random.below(80)}`,
        recap: writeSentence(random, 5, 40),
        issues: random.onceIn(4) ? writeSentence(random, 3, 15) : '',
        isActionable: random.onceIn(10),
      });
    });
  },
};
