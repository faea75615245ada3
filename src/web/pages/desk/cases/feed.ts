import { integerInPath } from '#contract/fields.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { microblogModeration } from '#features/microblog/moderation/api.ts';
import type { FeedPostData } from '#features/microblog/records.ts';
import { html } from '../../../frame/html.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { pictures } from '../../../frame/posts.ts';
import { askOptional } from '../../../frame/rejections.ts';
import { prose } from '../../../frame/text.ts';
import type { Visit } from '../../../visit.ts';
import { casePage, type NeighbouringPost } from '../case-page.ts';
import { showPostEdit } from './post-edit.ts';

/** A microblog post and the replies around it. */
export const postCase = casePage({
  path: '/desk/posts/{feedPost}',
  params: { feedPost: integerInPath },
  asks: [microblogModeration.readEndpoint],
  mayAsk: [microblogApi.feed],
  async find(visit) {
    const postID = visit.params.feedPost;
    const { post, ...found } = await visit.ask(microblogModeration.readEndpoint, { params: { postID } });
    const answers = await findReplies(visit, post);
    return {
      type: 'microblogPost',
      author: post.author,
      writtenAt: post.createdAt,
      content: html`${prose(post.text)}${found.isDeleted ? '' : pictures(post.images, post.imageDescriptions)}${readableDescriptions(...(post.imageDescriptions ?? []))}`,
      before: answers
        .filter((answer) => answer.postID < postID)
        .slice(-neighboursPerSide)
        .map(toNeighbour),
      after: answers
        .filter((answer) => answer.postID > postID)
        .slice(0, neighboursPerSide)
        .map(toNeighbour),
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: found.edits.map(showPostEdit),
      reports: found.reports,
      ways: [],
    };
  },
  state: {
    asks: microblogModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(microblogModeration.stateEndpoint, { params: { postID: params.feedPost, state }, body }),
  },
  removal: {
    asks: microblogApi.delete,
    run: ({ ask, params }, body) => ask(microblogApi.delete, { params: { postID: params.feedPost }, body }),
  },
});

const neighboursPerSide = 2;

async function findReplies(visit: Visit, { replyGroupID }: FeedPostData): Promise<FeedPostData[]> {
  if (replyGroupID === undefined) return [];
  return (await askOptional(visit, microblogApi.feed, { query: { replyGroup: replyGroupID, limit: 200 } })) ?? [];
}

const toNeighbour = ({ author, createdAt, text }: FeedPostData): NeighbouringPost => ({
  author,
  createdAt,
  content: prose(text),
});
