import { microblogApi } from '#features/microblog/api.ts';
import { moderatedMicroblogPost } from '#features/microblog/moderation/moderation.ts';
import { postParams, reply, write } from '../../features/microblog/support.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import type { ContentPiece, Rule, SeenKind } from '../kind.ts';
import { insiders } from '../readers.ts';
import { makeOncePerHost } from '../scene.ts';
import { completionRule, foundByWords, notifiedInsiders, readByModerators } from '../table.ts';
import { publicText } from './forums.ts';

/** These requests include posts of users the caller has muted (forums rules B61 and B66). */
const shownDespiteMutes: Rule = { readers: { muter: 'shown' } };

/** Another user's post, with another user's reply. */
const groupOfHost = makeOncePerHost(async ({ host }) => {
  const head = await write(host, 'A question');
  await reply(host, head, 'Its answer');
  return head;
});

const microblogPost: SeenKind = {
  word: 'microblog post',
  moderated: moderatedMicroblogPost,
  feature: 'microblog',
  isHiddenByMute: true,
  heardBy: notifiedInsiders,
  async make(scene, mark): Promise<ContentPiece> {
    const { readers, admin } = scene;
    const { author } = readers;
    const group = await groupOfHost(scene);
    const images = [{ ...toUpload(await createPicture()), description: mark }];
    const post = await reply(author, group, publicText(scene, mark), { images });
    for (const name of insiders) {
      await readers[name].call(microblogApi.bookmark, postParams(post));
      await readers[name].call(microblogApi.love, postParams(post));
    }
    const { postID } = post;
    return {
      known: {
        postID: [String(postID)],
        tag: [mark],
        hashtag: [mark],
        mentions: [readers.insider.username],
        byUsername: [author.username],
        replyGroup: [String(group.postID)],
        likeType: ['all'],
      },
      id: ['postID', String(postID)],
      trace: new RegExp(`"postID":${postID}[,}]`),
      pictures: post.images ?? [],
      isAbout: ({ type, contentID }) =>
        contentID === String(postID) && /microblogMention|alertwordMicroblog/.test(JSON.stringify(type)),
      setState: (state) => admin.get(moderationApi.setMicroblogPostState, { params: { postID, state } }),
      report: (reporter) => reporter.get(microblogApi.report, { ...postParams(post), body: { message: '' } }),
      delete: () => admin.get(microblogApi.delete, postParams(post)),
    };
  },
  ways: {
    'microblog.read': {},
    'microblog.feed': {},
    'microblog.feed?search': foundByWords,
    'microblog.feed?hashtag': foundByWords,
    'microblog.feed?mentions': foundByWords,
    'microblog.feed?mentionSelf': foundByWords,
    'microblog.feed?mentionself': foundByWords,
    'microblog.feed?byUser': shownDespiteMutes,
    'microblog.feed?byuser': shownDespiteMutes,
    'microblog.feed?byUsername': shownDespiteMutes,
    'microblog.feed?likeType': shownDespiteMutes,
    'microblog.feed?bookmarked': shownDespiteMutes,
    'microblog.bookmarks': { only: insiders, ...shownDespiteMutes },
    'microblog.likes': { only: insiders, ...shownDespiteMutes },
    'microblog.mentions': { only: insiders, ...foundByWords },
    'microblog.withHashtag': foundByWords,
    'microblog.search': foundByWords,
    'public-text.completeHashtag': completionRule,
    'microblog.own': { only: ['author'] },
    'microblog.ofUser': shownDespiteMutes,
    'moderation.microblog': readByModerators,
  },
};

export const microblogKinds: readonly SeenKind[] = [microblogPost];
