import * as v from 'valibot';
import { integerInPath, uuid } from '#contract/fields.ts';
import { declareModeratedCalls, declareModeratedRead } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { FezData, FezPostData, PersonalEventData } from '../records.ts';
import { FezEditLogData } from './records.ts';

/** Fezzes of every kind, as everyone sees them (moderation rule M5). */
export const fezModeration = declareModeratedCalls({
  word: 'fez',
  params: { fezID: uuid },
  recordName: 'FezModerationData',
  record: {
    fez: v.pipe(FezData, v.description('The chat or appointment as its members see it')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
    edits: v.pipe(v.array(FezEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get a chat, group or event with its edit history and reports',
  stateSummary: 'Set the moderation state of a chat, group or event',
});

/** Posts in fezzes with their original text. */
export const fezPostModeration = declareModeratedCalls({
  word: 'fezPost',
  params: { postID: integerInPath },
  recordName: 'FezPostModerationData',
  record: {
    fezPost: v.pipe(FezPostData, v.description('The post, unfiltered')),
    fezID: v.pipe(uuid, v.description('Id of the chat or appointment')),
    fezType: FezData.entries.fezType,
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
  },
  summary: 'Get a chat message with its reports',
  stateSummary: 'Set the moderation state of a chat message',
});

/** Any fez in the form of an event, with its original text and all its members (moderation rule M12). */
export const personalEventModeration = declareModeratedRead({
  word: 'personalEvent',
  aliases: ['privateevent'],
  params: { fezID: uuid },
  recordName: 'PersonalEventModerationData',
  record: {
    personalEvent: v.pipe(PersonalEventData, v.description('The event, unfiltered, with all participants')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
  },
  summary: 'Get a private or personal event with its reports',
});
