import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { assertCachesFollow } from '../../support/follows-changes.ts';
import { moderationApi } from '../../support/moderation.ts';
import { forcedOptions, newYorkTable } from '../../support/ship-time.ts';
import {
  block,
  changeMember,
  createFez,
  type Fez,
  fezParams,
  groupFields,
  join,
  leave,
  mute,
  setState,
  updateFez,
  writePost,
} from './support.ts';

/** Chats, their members, pages, read marks and unread lists are cached, and rendered once for many users. */
const app = await startTestApp({ environment: { PORT_TIME_ZONE: 'America/New_York' } });
const moderator = await app.atLevel('moderator');

/** A group, and the users who look at it. */
interface Scene {
  readonly owner: User;
  readonly member: User;
  readonly reader: User;
  readonly outsider: User;
  /** This user never opens a page. */
  readonly bystander: User;
  readonly group: Fez;
  /** Ids of the posts in order: the owner's and the member's. */
  readonly postIDs: readonly number[];
}

let sceneCount = 0;

async function setScene(): Promise<Scene> {
  sceneCount += 1;
  const named = (name: string) => app.newcomer(`${name}-${sceneCount}`);
  const [owner, member, reader] = [await named('owner'), await named('member'), await named('reader')];
  await owner.get(profilesApi.editOwnProfile, { body: { displayName: 'Host' } });
  const group = await createFez(owner, { ...groupFields, maxCapacity: 3 }, [member, reader]);
  const posts = [await writePost(owner, group, 'of the owner'), await writePost(member, group, 'of the member')];
  await createFez(owner, { ...groupFields, title: 'Another' }, [member, reader]);
  return {
    owner,
    member,
    reader,
    outsider: await named('outsider'),
    bystander: await named('bystander'),
    group,
    postIDs: posts.map(({ postID }) => postID),
  };
}

/** Returns the group's lines in every list of a user who never opens it. */
async function getLists(user: User): Promise<unknown> {
  const query = { members: true, hidePast: false };
  const lists = [];
  for (const list of ['joined', 'owned', 'former'] as const) lists.push(await user.get(fezApi[list], { query }));
  for (const onlynew of [true, false]) lists.push(await user.get(fezApi.joined, { query: { onlynew } }));
  return lists;
}

/** Returns what is new for the user, and their next appointment. */
const getSummary = (user: User) => user.get(notificationsApi.summary);

/** Returns the page as the user sees it, without the reading position, which opening it changes. */
async function getPage(user: User, { fezID }: Fez): Promise<unknown> {
  const { status, body } = await user.call(fezApi.read, { params: { fezID }, query: { start: 0 } });
  const { members, ...outside } = status === 200 ? body : { members: undefined };
  return { status, ...outside, ...members, readCount: undefined };
}

/** Returns what everyone sees: lists for users who only list, pages for users who open it. */
async function lookAsEveryone({ owner, member, reader, outsider, bystander, group }: Scene) {
  const open = await outsider.get(fezApi.open, { query: { hidePast: false } });
  return {
    lists: [await getLists(owner), await getLists(member), open],
    summaries: [await getSummary(owner), await getSummary(member), await getSummary(bystander)],
    pages: [await getPage(reader, group), await getPage(moderator, group), await getPage(outsider, group)],
  };
}

/** Changes to the group, each of which some user sees. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a new post': ({ owner, group }) => writePost(owner, group, 'and more'),
  'a new post to those who have read all': async ({ owner, member, group }) => {
    for (const user of [owner, member]) await user.get(fezApi.markRead, fezParams(group));
    await getSummary(owner);
    await writePost(member, group, 'and more');
  },
  'a new post that is read and followed by another': async ({ owner, member, group }) => {
    await writePost(member, group, 'one more');
    await owner.get(fezApi.markRead, fezParams(group));
    await writePost(member, group, 'and another');
  },
  'a new post that is deleted': async ({ owner, member, group, postIDs: [, postID = 0] }) => {
    await owner.get(fezApi.markRead, fezParams(group));
    await member.get(fezApi.deletePost, { params: { postID } });
    const { postID: added } = await writePost(member, group, 'by mistake');
    await getSummary(owner);
    await member.get(fezApi.deletePost, { params: { postID: added } });
  },
  'a deleted post': ({ member, postIDs: [, postID = 0] }) => member.get(fezApi.deletePost, { params: { postID } }),
  'a post under review': ({ postIDs: [postID = 0] }) =>
    moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } }),
  'other words': ({ owner, group }) => updateFez(owner, group, { ...groupFields, title: 'Chess for champions' }),
  'a group under review': ({ group }) => setState(moderator, group, 'quarantined'),
  'a new group': ({ member }) => createFez(member, { ...groupFields, title: 'New here' }),
  'an earlier start': ({ owner, group }) =>
    updateFez(owner, group, { ...groupFields, startTime: '2025-03-04T22:00:00.000Z' }),
  'a cancelled group': ({ owner, group }) => owner.get(fezApi.cancel, fezParams(group)),
  'a deleted group': ({ group }) => moderator.get(fezApi.delete, fezParams(group)),
  'a user who joins': ({ outsider, group }) => join(outsider, group),
  'a user who is added': ({ owner, group, bystander }) => changeMember(owner, 'addMember', group, bystander),
  'a user who leaves': ({ member, group }) => leave(member, group),
  'a user who is removed': ({ owner, group, reader }) => changeMember(owner, 'removeMember', group, reader),
  'fewer places': ({ owner, group }) => updateFez(owner, group, { ...groupFields, maxCapacity: 2 }),
  'a member with another name': ({ member }) =>
    member.get(profilesApi.changeOwnUsername, { body: { username: `${member.username}-renamed` } }),
  'an owner with another name to be shown': ({ owner }) =>
    owner.get(profilesApi.editOwnProfile, { body: { displayName: 'The Owner' } }),
  'a profile under review': ({ owner }) =>
    moderator.get(moderationApi.setProfileState, { params: { userID: owner.userID, state: 'quarantined' } }),
  'a block': ({ reader, owner }) => block(reader, owner),
  'a block between members': ({ reader, member }) => block(member, reader),
  'a mute': ({ reader, owner }) => mute(reader, owner),
  'a favorite': ({ owner, group }) => owner.get(fezApi.addFavorite, fezParams(group)),
  'a muted group': ({ member, group }) => member.get(fezApi.mute, fezParams(group)),
  'what was read': ({ owner, group }) => owner.get(fezApi.markRead, fezParams(group)),
  'another clock': async () => importTimeZones(app.context, newYorkTable, forcedOptions),
};

describe('is seen by everyone immediately, despite caches:', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(what, () => assertCachesFollow(app, { setScene, look: lookAsEveryone }, change));
  }
});
