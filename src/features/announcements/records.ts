import * as v from 'valibot';
import { futureInstantInput, instant, line, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** An announcement as it is shown. */
export const AnnouncementData = record('AnnouncementData', {
  id: wholeNumber,
  author: UserHeader,
  text: v.string(),
  updatedAt: instant,
  /** Display time. */
  displayUntil: instant,
  isDeleted: v.boolean(),
});
export type AnnouncementData = v.InferInput<typeof AnnouncementData>;

/** A new announcement, or what an edit makes of one. */
export const AnnouncementCreateData = inputRecord('AnnouncementCreateData', {
  text: text('text', 1, 1999),
  displayUntil: futureInstantInput('displayUntil'),
  /** Whose name stands under it; read on creation only. */
  postAsUser: optionalInput(line('postAsUser', 0, 50)),
});
export type AnnouncementCreateData = v.InferOutput<typeof AnnouncementCreateData>;
