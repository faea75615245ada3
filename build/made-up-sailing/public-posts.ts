import type { WriteContext } from '#area/context.ts';
import { pictureDescriptions } from '#core/images/tables.ts';
import { type Reaction, reactions } from '#core/posts/records.ts';
import type { ModerationState } from '#core/users/tables.ts';
import type { Random } from '#crowd/random.ts';
import { insertRow } from './insert-row.ts';
import type { Person } from './part.ts';
import { writeSentence } from './vocabulary.ts';

/** Returns up to `max` picture names for one post in `times`, otherwise none. The files don't exist. */
export function choosePictures(context: WriteContext, random: Random, times: number, max = 4): string[] {
  if (!random.onceIn(times)) return [];
  const names = Array.from({ length: 1 + random.below(max) }, () => `${random.uuid()}.jpg`);
  for (const name of names) describeSomePictures(context, random, name);
  return names;
}

/** Writes a description for one picture in three. */
export function describeSomePictures(context: WriteContext, random: Random, name: string): void {
  if (random.onceIn(3)) insertRow(context, pictureDescriptions, { name, text: writeSentence(random, 3, 20) });
}

/** One post in a thousand is under review, and one in a thousand has been reviewed. */
export const chooseState = (random: Random): ModerationState =>
  random.onceIn(500) ? random.oneOf(['quarantined', 'autoQuarantined', 'modReviewed', 'modReviewed']) : 'normal';

/** One post in a hundred was deleted right after posting. */
export const chooseDeletion = (random: Random, { clock }: WriteContext): Date | null =>
  random.onceIn(100) ? clock.now() : null;

/** A person's reaction and bookmark on a post. */
interface Mark {
  readonly userID: string;
  readonly reaction: Reaction | null;
  readonly isBookmarked: boolean;
}

/** Chooses other people's marks for a post: one in five posts has a few reactions, one in twenty a bookmark. */
export function chooseMarks(random: Random, people: readonly Person[], authorID: string): Mark[] {
  const reactors = random.onceIn(5) ? random.pick(people, 1 + random.below(4)) : [];
  const reacted = reactors
    .filter(({ id }) => id !== authorID)
    .map(({ id }) => ({ userID: id, reaction: random.oneOf(reactions), isBookmarked: false }));
  const reader = random.onceIn(20) ? random.oneOf(people).id : undefined;
  if (reader === undefined || reacted.some(({ userID }) => userID === reader)) return reacted;
  return [...reacted, { userID: reader, reaction: null, isBookmarked: true }];
}

/** Counts the reactions among these marks. */
export const countReactions = (marks: readonly Mark[]): number =>
  marks.filter(({ reaction }) => reaction !== null).length;
