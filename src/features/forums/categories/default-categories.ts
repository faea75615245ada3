import { randomUUID } from 'node:crypto';
import { type Context, transact } from '#area/context.ts';
import type { ForumCategoryRow } from '../tables.ts';
import { insertCategory, listCategories } from './store.ts';

type DefaultCategory = Pick<ForumCategoryRow, 'title' | 'purpose'> & Partial<Omit<ForumCategoryRow, 'id'>>;

/** The titles of the categories for official events and for those of passengers. */
export const eventCategories = { official: 'Event Forums', shadow: 'Shadow Event Forums' } as const;

const forModerators = { viewLevel: 'moderator', createLevel: 'moderator' } as const;
const byModerators = { createLevel: 'moderator' } as const;
const ofEvents = { ...byModerators, isEventCategory: true } as const;

/** The categories of a new server (forums rule B11). */
const defaultCategories: readonly DefaultCategory[] = [
  { title: 'Moderators Only', purpose: 'Where the moderators talk; nobody else sees it.', ...forModerators },
  { title: 'Moderators Archive', purpose: 'Where the moderators put quarrels to rest.', ...forModerators },
  { title: eventCategories.official, purpose: 'A thread for each official event.', ...ofEvents },
  { title: eventCategories.shadow, purpose: 'A thread for each event that passengers hold.', ...ofEvents },
  { title: 'Cruise Newsletter', purpose: 'The newsletter of each day on board.', ...byModerators },
  { title: 'Help Desk', purpose: 'Questions, and people who know the answers.' },
  { title: 'General', purpose: 'Whatever fits nowhere else.' },
  { title: 'Activities', purpose: 'Things to do that are not on the schedule.' },
  { title: 'Safe Space', purpose: 'For support, and for nothing else.' },
  { title: 'In-Jokes', purpose: 'Jokes that only this sailing understands.' },
  { title: 'Food & Drink', purpose: 'What was served, and pictures of it.' },
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
