import { randomUUID } from 'node:crypto';
import { type Context, transact } from '#area/context.ts';
import type { ForumCategoryRow } from '../tables.ts';
import { insertCategory, listCategories } from './store.ts';

type DefaultCategory = Pick<ForumCategoryRow, 'title' | 'purpose'> & Partial<Omit<ForumCategoryRow, 'id'>>;

/** The titles of the categories for official events and for those of passengers. */
export const eventCategories = { official: 'Event Forums', shadow: 'Shadow Event Forums' } as const;

const moderatorOnlyCategory = { viewLevel: 'moderator', createLevel: 'moderator' } as const;
const moderatorCreatedCategory = { createLevel: 'moderator' } as const;
const eventCategory = { ...moderatorCreatedCategory, isEventCategory: true } as const;

/** The categories of a new server (forums rule B11). */
const defaultCategories: readonly DefaultCategory[] = [
  { title: 'Moderators Only', purpose: 'Private discussion among moderators.', ...moderatorOnlyCategory },
  { title: 'Moderators Archive', purpose: 'Threads closed by moderators.', ...moderatorOnlyCategory },
  { title: eventCategories.official, purpose: 'A thread for each official event.', ...eventCategory },
  { title: eventCategories.shadow, purpose: 'A thread for each event hosted by passengers.', ...eventCategory },
  { title: 'Cruise Newsletter', purpose: 'The daily newsletter.', ...moderatorCreatedCategory },
  { title: 'Help Desk', purpose: 'Ask questions and get help.' },
  { title: 'General', purpose: 'Anything that doesn’t fit elsewhere.' },
  { title: 'Activities', purpose: 'Things to do that aren’t on the schedule.' },
  { title: 'Safe Space', purpose: 'A place for support only.' },
  { title: 'In-Jokes', purpose: 'Jokes that only this sailing understands.' },
  { title: 'Food & Drink', purpose: 'Meals, drinks and pictures of them.' },
  { title: 'Shutternauts', purpose: 'For the photographers.', requiredRole: 'shutternaut' },
];

/** Creates the categories of a new server, unless there are any. */
export function prepareCategories(context: Context): void {
  if (listCategories(context).length > 0) return;
  transact(context, (context) => {
    for (const category of defaultCategories) {
      insertCategory(context, { id: randomUUID(), viewLevel: 'quarantined', createLevel: 'verified', ...category });
    }
  });
}
