import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { applyTextChange, type TextChange } from '#core/public-text/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import type { MicroblogPostRow } from './tables.ts';

/** Everyone with an account reads the microblog. */
const everyAccount = () => true;

/** Does what follows from the words of a post that is new, changed or deleted (forums rules B58, B60 and B72). */
export function applyText(
  context: WriteContext,
  actor: Caller,
  { id, authorID, moderationState }: MicroblogPostRow,
  texts: Pick<TextChange, 'before' | 'after'>,
): void {
  applyTextChange(context, {
    place: 'microblog',
    contentID: id,
    authorID,
    actorID: actor.userID,
    ...texts,
    seenBy: isUnderReview(moderationState) ? everyAccount : 'everybody',
  });
}
