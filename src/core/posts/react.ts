import type { Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { mapReactions, type Reaction } from './records.ts';

/** A request about one post. */
export type PostRequest<Body = unknown> = { caller: Caller; params: { postID: number }; body: Body; write: Write };

/** Sets or removes the caller's one reaction to a post, and returns the post's record. */
type ReactToPost<Record> = (context: WriteContext, caller: Caller, postID: number, reaction?: Reaction) => Record;

/** Creates handlers for `declareReactionCalls`. */
export function createReactionHandlers<Record>(react: ReactToPost<Record>) {
  const reactWith =
    (reaction?: Reaction) =>
    ({ caller, params, write }: PostRequest) =>
      write((context) => react(context, caller, params.postID, reaction));
  return { ...mapReactions(reactWith), unreact: reactWith() };
}

/** Throws 403 if the account wrote the post: people react to the posts of others (forums rule B40). */
export function assertNotOwnPost({ authorID }: { readonly authorID: string }, accountID: string): void {
  if (authorID === accountID) throw forbidden('ownPost', "You can't react to your own post.");
}
