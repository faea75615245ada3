import { isUnderReview } from '#core/users/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';

/** What everyone reads instead of words that moderators are looking at (fez rule 18). */
export const underReview = {
  title: 'Under review',
  info: 'The moderators are looking at this.',
  post: 'The moderators are looking at this post.',
} as const;

/** The text of a post as it is stored: CRLF becomes LF, nothing else changes (forums rule B28). */
export const normalizePostText = (text: string): string => normalizeCrlf(text);

/** The text of a post as everyone sees it. */
export const presentPostText = ({
  text,
  moderationState,
}: {
  text: string;
  moderationState: ModerationState;
}): string => (isUnderReview(moderationState) ? underReview.post : text);

/** A title as everyone sees it. */
export const presentTitle = ({
  title,
  moderationState,
}: {
  title: string;
  moderationState: ModerationState;
}): string => (isUnderReview(moderationState) ? underReview.title : title);
