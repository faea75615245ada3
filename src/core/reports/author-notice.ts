import * as v from 'valibot';
import type { Context } from '#area/context.ts';
import {
  type AuthorNotice,
  type ModeratedContent,
  type ModeratorReason,
  moderatorReasons,
  type SentReason,
} from '#area/moderated.ts';
import { invalidField } from '#contract/errors.ts';
import { lineOrEmpty, optionalInput, trimmedText, wireSchema } from '#contract/fields.ts';
import { inputRecord } from '#contract/record.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { shorten } from '#platform/text/lines.ts';
import type { ModeratorActionType } from './tables.ts';

const maxReason = 20;
const maxMessage = 500;
/** Longer content is shortened; the author knows the rest. */
const maxQuoteLength = 1000;

/** Why moderators act on content, for its author (moderation rule M23). */
export const ModeratorReasonData = inputRecord('ModeratorReasonData', {
  // Checked later, because it's ignored while the feature is off.
  reason: v.pipe(
    optionalInput(
      v.pipe(
        lineOrEmpty('reason', 0, maxReason),
        wireSchema({ type: 'string', enum: [...moderatorReasons], maxLength: maxReason }),
      ),
    ),
    v.description('Reason to give the author of the content'),
  ),
  message: v.pipe(
    optionalInput(trimmedText('message', 0, maxMessage)),
    v.description('Sentence for the author of the content'),
  ),
});

/** Part of the declaration of every call with which moderators change the state of content, move or delete it. */
export const acceptsReason = { body: ModeratorReasonData, bodyMayBeEmpty: true } as const;

/** What a moderator told the author: a reason, a message, or both. */
export interface GivenReason {
  readonly reason: ModeratorReason | undefined;
  readonly message: string | undefined;
}

/** Whether moderators can give reasons at present: it's off for everyone or no one. */
export const areReasonsEnabled = (context: Context): boolean =>
  !isFeatureDisabled(context, undefined, 'moderatorreasons');

/** Returns what a moderator told the author; undefined for nothing. Throws 400 for an unknown reason. */
export function readReason(context: Context, sent: SentReason | undefined): GivenReason | undefined {
  if (!sent || !areReasonsEnabled(context)) return undefined;
  const reason = moderatorReasons.find((word) => word === sent.reason);
  if (sent.reason && reason === undefined) {
    throw invalidField('reason', `The reason must be one of ${moderatorReasons.join(', ')}.`);
  }
  const message = sent.message || undefined;
  return reason === undefined && message === undefined ? undefined : { reason, message };
}

const sentences: Readonly<Record<ModeratorReason, string>> = {
  unkind: 'It’s unkind to others.',
  offTopic: 'It’s off topic here.',
  private: 'It shows something private.',
  spam: 'It’s spam or advertising.',
  illegal: 'It’s against the law.',
  other: 'It breaks the rules of this service.',
};

/** What moderators did, as the middle of a sentence for the author; other actions aren't explained to them. */
const verbs: Partial<Readonly<Record<ModeratorActionType, string>>> = {
  quarantine: 'hid',
  lock: 'locked',
  unlock: 'reopened',
  markReviewed: 'checked and kept',
  delete: 'deleted',
  move: 'moved',
};

/** Composes the message for the author, with enough of the content to recognize it (moderation rule M24). */
export function composeNotice(
  action: ModeratorActionType,
  content: ModeratedContent,
  { reason, message }: GivenReason,
): AuthorNotice {
  const { authorID, noun = 'content', quote = '' } = content;
  const parts = [
    `The moderators ${verbs[action] ?? 'changed'} your ${noun}. ${reason ? sentences[reason] : ''}`.trim(),
    message,
    quote && `This is about: “${shorten(quote, maxQuoteLength)}”`,
    'If you have questions, reply here.',
  ];
  return { authorID, text: parts.filter(Boolean).join('\n\n') };
}
