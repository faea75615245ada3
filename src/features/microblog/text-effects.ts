import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { applyTextChange, type TextChange } from '#core/public-text/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import type { MicroblogPostRow } from './tables.ts';

/** Everyone with an account can read the microblog. */
const acceptEveryAccount = () => true;

/** Applies the effects of the words in a new, changed or deleted post (forums rules B58, B60 and B72). */
export function applyText(
  context: WriteContext,
  actor: Caller,
  { id, authorID, moderationState }: MicroblogPostRow,
  texts: Pick<TextChange, 'before' | 'after' | 'descriptions'>,
): void {
  applyTextChange(context, {
    place: 'microblog',
    contentID: id,
    authorID,
    actorID: actor.userID,
    ...texts,
    seenBy: isUnderReview(moderationState) ? acceptEveryAccount : 'everybody',
  });
}
