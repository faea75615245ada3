import { insertAnnouncement, insertDismissal } from '#features/announcements/store.ts';
import type { Sailing, SailingPart } from '../part.ts';
import { writeSentence } from '../vocabulary.ts';

const dayMilliseconds = 24 * 60 * 60_000;

/** Makes announcements for the past days. Some are must-see, and two in three people dismissed those. */
export const announcementsPart: SailingPart = {
  name: 'announcements',
  fill(sailing) {
    for (const id of makeAnnouncements(sailing)) makeDismissals(sailing, id);
  },
};

/** Returns the ids of the must-see announcements. */
function makeAnnouncements({ random, people, count, make }: Sailing): number[] {
  const ids: number[] = [];
  make('announcements', count(30), (context, index) => {
    const now = context.clock.now();
    const mustSee = index % 10 === 0;
    const { id } = insertAnnouncement(context, {
      authorID: random.oneOf(people.slice(0, 10)).id,
      text: writeSentence(random, 5, 60),
      displayUntil: new Date(now.getTime() + dayMilliseconds),
      createdAt: now,
      updatedAt: now,
      mustSee,
    });
    if (mustSee) ids.push(id);
  });
  return ids;
}

function makeDismissals({ people, make }: Sailing, announcementID: number): void {
  make('dismissals', people.length, (context, index) => {
    const person = people[index];
    if (!person || index % 3 === 0) return;
    insertDismissal(context, { announcementID, userID: person.id, seenAt: context.clock.now() });
  });
}
