import * as v from 'valibot';
import { futureInstantInput, instant, line, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** How many accounts dismissed a must-see announcement within one hour. */
export const AnnouncementSeenData = record('AnnouncementSeenData', {
  hour: v.pipe(instant, v.description('When the hour begins')),
  count: v.pipe(wholeNumber, v.description('Number of accounts that dismissed it in this hour')),
});

/** An announcement as clients see it. */
export const AnnouncementData = record('AnnouncementData', {
  id: v.pipe(wholeNumber, v.description('Id')),
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  updatedAt: v.pipe(instant, v.description('When it was last changed')),
  /** Display time. */
  displayUntil: v.pipe(instant, v.description('When it stops being shown, in ship time')),
  isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
  mustSee: v.pipe(
    v.optional(v.literal(true)),
    v.description('True if clients keep it on top until the user dismisses it; otherwise absent'),
  ),
  isSeen: v.pipe(
    v.optional(v.boolean()),
    v.description('Whether the caller has dismissed it; only for must-see announcements'),
  ),
  /** The last three are for those who may announce (fez rule 98). */
  seenCount: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of accounts that dismissed it; only for must-see announcements, for devteam and above'),
  ),
  seenByHour: v.pipe(
    v.optional(v.array(AnnouncementSeenData)),
    v.description('The same number by hour, oldest first, without hours in which no one dismissed it'),
  ),
  audienceCount: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of accounts that could dismiss it, present together with `seenCount`'),
  ),
});
export type AnnouncementData = v.InferInput<typeof AnnouncementData>;

/** A new announcement or an edit of one. */
export const AnnouncementCreateData = inputRecord('AnnouncementCreateData', {
  text: v.pipe(text('text', 1, 1999), v.description('Text, in several lines')),
  displayUntil: v.pipe(futureInstantInput('displayUntil'), v.description('When it stops being shown, in ship time')),
  /** The account it is signed with; read on creation only. */
  postAsUser: v.pipe(
    optionalInput(line('postAsUser', 0, 50)),
    v.description('Account that signs it; only read on creation'),
  ),
  mustSee: v.pipe(
    optionalInput(v.boolean()),
    v.description('Whether clients keep it on top until the user dismisses it; an edit without it changes nothing'),
  ),
});
export type AnnouncementCreateData = v.InferOutput<typeof AnnouncementCreateData>;
