import { forumsApi } from '#features/forums/api.ts';
import { moderatedForum, moderatedForumPost } from '#features/forums/moderation/moderation.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { findCategoryID, postParams, start, threadParams, write } from '../../features/forums/support.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import type { ContentPiece, Rule, Scene, SeenKind } from '../kind.ts';
import { alertWord, insiders, muteWord } from '../readers.ts';
import { makeOncePerHost } from '../scene.ts';
import { completionRule, foundByWords, notifiedInsiders, readByModerators } from '../table.ts';

/** The text of every public post: its mark, as a word and as a hashtag, and the names of all insiders. */
export const publicText = ({ readers }: Scene, mark: string): string =>
  [mark, `#${mark}`, muteWord, alertWord, ...insiders.map((name) => `@${readers[name].username}`)].join(' ');

/** Returns the category where only moderators can talk. */
const findClosedCategory = ({ admin }: Scene) => findCategoryID(admin, 'Moderators Only');

/** Moves a thread to where only moderators see it, or back. */
const createRestriction =
  ({ admin }: Scene, forumID: string, home: string, closed: string) =>
  (isRestricted: boolean): Promise<unknown> =>
    admin.get(forumsApi.move, { params: { forumID, categoryID: isRestricted ? closed : home } });

const shownToAuthor: Rule = { only: ['author'] };

/** Blocks and a hidden category hide threads; mutes and mute words don't (forums rules B13 and B60). */
const forum: SeenKind = {
  word: 'forum',
  moderated: moderatedForum,
  feature: 'forums',
  isHiddenByMute: false,
  heardBy: [],
  readers: { muter: 'shown', wordMuter: 'shown' },
  async make(scene, mark): Promise<ContentPiece> {
    const { readers, admin } = scene;
    const { author, outsider } = readers;
    const [category, closed] = [await findCategoryID(admin, 'General'), await findClosedCategory(scene)];
    const body = { title: mark, firstPost: { text: 'Hello', images: [] } };
    const thread = await author.get(forumsApi.create, { params: { categoryID: category }, body });
    for (const name of insiders) {
      await readers[name].call(forumsApi.addFavorite, threadParams(thread));
      await readers[name].call(forumsApi.watch, threadParams(thread));
    }
    await outsider.get(forumsApi.mute, threadParams(thread));
    // Everyone has read the thread once, and then something new was posted.
    for (const user of Object.values(readers)) await user.call(forumsApi.read, threadParams(thread));
    const refresh = () => write(admin, thread, 'Something new');
    await refresh();
    const { forumID } = thread;
    const postID = String(thread.posts[0]?.postID);
    return {
      known: { forumID: [forumID], postID: [postID], categoryID: [category, closed], creatorid: [author.userID] },
      id: ['forumID', forumID],
      trace: new RegExp(forumID),
      isAbout: () => false,
      setState: (state) => admin.get(moderationApi.setForumState, { params: { forumID, state } }),
      report: (reporter) => reporter.get(forumsApi.report, { ...threadParams(thread), body: { message: '' } }),
      restrict: createRestriction(scene, forumID, category, closed),
      refresh,
      delete: () => admin.get(forumsApi.delete, threadParams(thread)),
    };
  },
  ways: {
    // Moderators then find it in another category.
    'forums.category': { fates: { restricted: 'hidden' } },
    'forums.favorites': { only: insiders },
    'forums.mutes': { only: ['outsider'] },
    'forums.watched': { only: insiders },
    'forums.owned': shownToAuthor,
    'forums.ownedBare': shownToAuthor,
    'forums.recent': {},
    // Muted threads don't count as unread.
    'forums.unread': { readers: { outsider: 'hidden' } },
    'forums.search': {},
    'forums.search?search': foundByWords,
    'forums.read': {},
    'forums.readOfPost': {},
    'moderation.forum': readByModerators,
  },
};

/** A post by the author in another user's thread. */
async function makePost(
  scene: Scene,
  mark: string,
  thread: { forumID: string; categoryID: string },
): Promise<ContentPiece> {
  const { readers, admin } = scene;
  const closed = await findClosedCategory(scene);
  const images = [{ ...toUpload(await createPicture()), description: mark }];
  const post = await write(readers.author, thread, publicText(scene, mark), { images });
  for (const name of insiders) {
    await readers[name].call(forumsApi.bookmark, postParams(post));
    await readers[name].call(forumsApi.like, postParams(post));
  }
  await admin.get(forumsApi.pinPost, postParams(post));
  const { postID } = post;
  const { forumID, categoryID } = thread;
  return {
    known: {
      forumID: [forumID],
      postID: [String(postID)],
      tag: [mark],
      hashtag: [mark],
      mentionname: [readers.insider.username],
    },
    id: ['postID', String(postID)],
    trace: new RegExp(`"postID":${postID}[,}]`),
    pictures: post.images ?? [],
    isAbout: ({ type, contentID }) =>
      contentID === String(postID) && /forumMention|alertwordPost/.test(JSON.stringify(type)),
    setState: (state) => admin.get(moderationApi.setForumPostState, { params: { postID, state } }),
    report: (reporter) => reporter.get(forumsApi.reportPost, { ...postParams(post), body: { message: '' } }),
    restrict: createRestriction(scene, forumID, categoryID, closed),
    delete: () => admin.get(forumsApi.deletePost, postParams(post)),
  };
}

const callsShowingPosts: SeenKind['ways'] = {
  'forums.read': {},
  'forums.readOfPost': {},
  'forums.readPost': {},
  'forums.pinnedPosts': {},
  'forums.searchPosts': {},
  'forums.searchPosts?search': foundByWords,
  'forums.searchPosts?hashtag': foundByWords,
  'forums.searchPosts?mentionname': foundByWords,
  'forums.searchPosts?mentionid': foundByWords,
  'forums.searchPosts?mentionself': foundByWords,
  'forums.postsWith': foundByWords,
  'forums.postsInForumWith': foundByWords,
  'forums.postsTagged': foundByWords,
  'forums.bookmarks': { only: insiders },
  'forums.likes': { only: insiders },
  'forums.mentions': { only: insiders, ...foundByWords },
  'forums.ownPosts': shownToAuthor,
  'public-text.completeHashtag': completionRule,
  'moderation.forumPost': readByModerators,
};

const threadOfHost = makeOncePerHost(async ({ host, admin }) =>
  start(host, await findCategoryID(admin, 'Help Desk'), 'By another user'),
);

const forumPost: SeenKind = {
  word: 'forum post',
  moderated: moderatedForumPost,
  feature: 'forums',
  isHiddenByMute: true,
  heardBy: notifiedInsiders,
  make: async (scene, mark) => makePost(scene, mark, await threadOfHost(scene)),
  ways: callsShowingPosts,
};

/** A post in the thread of an event, which everyone sees regardless of its creator (forums rule B17). */
const eventPost: SeenKind = {
  ...forumPost,
  word: 'post on an event',
  async make(scene, mark): Promise<ContentPiece> {
    const [event] = await scene.host.get(scheduleApi.list);
    const eventID = event?.eventID ?? '';
    const thread = await scene.host.get(forumsApi.readOfEvent, { params: { eventID } });
    const piece = await makePost(scene, mark, thread);
    return { ...piece, known: { ...piece.known, eventID: [eventID] } };
  },
  ways: { ...callsShowingPosts, 'forums.readOfEvent': {} },
};

export const forumKinds: readonly SeenKind[] = [forum, forumPost, eventPost];
