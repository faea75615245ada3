import { microblogApi } from '#features/microblog/api.ts';
import { moderatedMicroblogPost } from '#features/microblog/moderation/moderation.ts';
import { at, reply, write } from '../../features/microblog/support.ts';
import { moderationApi } from '../../support/moderation.ts';
import { asUpload, plainPicture } from '../../support/pictures.ts';
import type { Piece, Rule, SeenKind } from '../kind.ts';
import { insiders } from '../readers.ts';
import { createOncePerHost } from '../scene.ts';
import { completed, foundByWords, heardByInsiders, readByModerators } from '../table.ts';
import { publicText } from './forums.ts';

/** These requests include posts of users the caller has muted (forums rules B61 and B66). */
const despiteMutes: Rule = { readers: { muter: 'shown' } };

/** A post with a reply, both by someone else. */
const groupOfHost = createOncePerHost(async ({ host }) => {
  const head = await write(host, 'A question');
  await reply(host, head, 'Its answer');
  return head;
});

const microblogPost: SeenKind = {
  word: 'microblog post',
  moderated: moderatedMicroblogPost,
  feature: 'microblog',
  isHiddenByMute: true,
  heardBy: heardByInsiders,
  async make(scene, mark): Promise<Piece> {
    const { readers, admin } = scene;
    const { author } = readers;
    const group = await groupOfHost(scene);
    const images = [asUpload(await plainPicture())];
    const post = await reply(author, group, publicText(scene, mark), { images });
    for (const name of insiders) {
      await readers[name].call(microblogApi.bookmark, at(post));
      await readers[name].call(microblogApi.love, at(post));
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
      report: (reporter) => reporter.get(microblogApi.report, { ...at(post), body: { message: '' } }),
      delete: () => admin.get(microblogApi.delete, at(post)),
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
    'microblog.feed?byUser': despiteMutes,
    'microblog.feed?byuser': despiteMutes,
    'microblog.feed?byUsername': despiteMutes,
    'microblog.feed?likeType': despiteMutes,
    'microblog.feed?bookmarked': despiteMutes,
    'microblog.bookmarks': { only: insiders, ...despiteMutes },
    'microblog.likes': { only: insiders, ...despiteMutes },
    'microblog.mentions': { only: insiders, ...foundByWords },
    'microblog.withHashtag': foundByWords,
    'microblog.search': foundByWords,
    'public-text.completeHashtag': completed,
    'microblog.own': { only: ['author'] },
    'microblog.ofUser': despiteMutes,
    'moderation.microblog': readByModerators,
  },
};

export const microblogKinds: readonly SeenKind[] = [microblogPost];
