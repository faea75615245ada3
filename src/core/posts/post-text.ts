import { isUnderReview } from '#core/users/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';

/** The text shown while moderators review a post (fez rule 18). */
export const underReview = {
  title: 'Under review',
  info: 'Moderators are reviewing this.',
  post: 'Moderators are reviewing this post.',
} as const;

/** Returns the text of a post as it's stored: CRLF becomes LF, nothing else changes (forums rule B28). */
export const normalizePostText = (text: string): string => normalizeCrlf(text);

/** Returns the text of a post as everyone sees it. */
export const presentPostText = ({
  text,
  moderationState,
}: {
  text: string;
  moderationState: ModerationState;
}): string => (isUnderReview(moderationState) ? underReview.post : text);

/** Returns a title as everyone sees it. */
export const presentTitle = ({
  title,
  moderationState,
}: {
  title: string;
  moderationState: ModerationState;
}): string => (isUnderReview(moderationState) ? underReview.title : title);
