import * as v from 'valibot';
import { futureInstantInput, instant, line, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** An announcement as clients see it. */
export const AnnouncementData = record('AnnouncementData', {
  id: v.pipe(wholeNumber, v.description('Id')),
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  updatedAt: v.pipe(instant, v.description('When it was last changed')),
  /** Display time. */
  displayUntil: v.pipe(instant, v.description('When it stops being shown, in ship time')),
  isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
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
});
export type AnnouncementCreateData = v.InferOutput<typeof AnnouncementCreateData>;
