import { sql } from 'drizzle-orm';
import { getUser, toCaller } from '#core/users/index.ts';
import { type MicroblogPostRow, microblogMarks, microblogPosts } from '#features/microblog/tables.ts';
import { applyText } from '#features/microblog/text-effects.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { chooseDeletion, chooseMarks, choosePictures, chooseState, countReactions } from '../public-posts.ts';
import { writePublicText } from '../vocabulary.ts';

/** A reply is to one of this many preceding posts. */
const recentPosts = 200;

/** Makes microblog posts. One in four is a reply; the first post of a reply group belongs to the group. */
export const microblogPart: SailingPart = {
  name: 'microblog',
  fill({ context, random, people, countPosts, make }) {
    /** The latest posts, each with the reply group that a reply to it joins. */
    const recent: { readonly groupID: number }[] = [];
    make('microblog posts', countPosts(100_000), (context, index) => {
      const authorID = random.oneOf(people).id;
      const marks = chooseMarks(random, people, authorID);
      const group = recent.length > 0 && index % 4 === 3 ? random.oneOf(recent) : undefined;
      const post: Omit<MicroblogPostRow, 'id'> = {
        authorID,
        text: writePublicText(random, people),
        images: choosePictures(context, random, 10),
        moderationState: chooseState(random),
        likeCount: countReactions(marks),
        createdAt: context.clock.now(),
        deletedAt: chooseDeletion(random, context),
        replyGroupID: group?.groupID ?? null,
      };
      const id = insertRow(context, microblogPosts, post);
      for (const mark of marks) insertRow(context, microblogMarks, { postID: id, ...mark });
      recent.push({ groupID: group?.groupID ?? id });
      if (recent.length > recentPosts) recent.shift();
      if (post.deletedAt === null) {
        applyText(context, toCaller(getUser(context, authorID)), { id, ...post }, { before: '', after: post.text });
      }
    });
    context.db.transaction(({ queries }) => {
      const heads = sql`SELECT reply_group_id FROM ${microblogPosts} WHERE reply_group_id IS NOT NULL`;
      queries.run(sql`UPDATE ${microblogPosts} SET reply_group_id = id WHERE id IN (${heads})`);
    });
  },
};
