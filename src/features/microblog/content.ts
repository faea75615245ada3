import type { ModeratedContent } from '#core/reports/index.ts';
import type { MicroblogPostRow } from './tables.ts';

/** A post as moderators act on it. */
export const describePost = ({ id, authorID }: Pick<MicroblogPostRow, 'id' | 'authorID'>): ModeratedContent => ({
  type: 'microblogPost',
  id: String(id),
  authorID,
});

/** What a post is judged by when somebody wants to change it. */
export const toOwnPost = ({ authorID, moderationState }: Pick<MicroblogPostRow, 'authorID' | 'moderationState'>) => ({
  authorID,
  state: moderationState,
});
