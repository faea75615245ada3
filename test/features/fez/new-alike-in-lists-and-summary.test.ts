import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  fezParams,
  groupFields,
  join,
  leave,
  listFezTitles,
  mute,
  openFez,
  startAppWithUsers,
  unblock,
  unmute,
  writePost,
} from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const sharedModeratorID = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;

/**
 * Lists what is new for a user, and asserts that the summary agrees with every form of the list (fez rule 25, decision
 * 36).
 */
async function listNewFor(user: User): Promise<string[]> {
  const summary = await user.get(notificationsApi.summary);
  const list = async (query: Record<string, boolean | string>) =>
    (await user.get(fezApi.joined, { query: { limit: 200, ...query } })).fezzes.map(({ fezID }) => fezID);
  const [isNew, isNotNew, all] = [await list({ onlynew: true }), await list({ onlynew: false }), await list({})];
  const added = [...summary.addedToSeamailIDs, ...summary.addedToLFGIDs, ...summary.addedToPrivateEventIDs];
  const unread =
    summary.newSeamailMessageCount + summary.newFezMessageCount + summary.newPrivateEventMessageCount + added.length;
  assert.deepEqual([isNew.length, added.filter((fezID) => !isNew.includes(fezID))], [unread, []]);
  assert.deepEqual([...isNew, ...isNotNew].sort(), all.toSorted());
  const inInbox = summary.moderatorData
    ? await listFezTitles(user, 'joined', { foruser: 'moderator', onlynew: true, limit: 200 })
    : [];
  assert.equal(inInbox.length, summary.moderatorData?.newModeratorSeamailMessageCount ?? 0);
  return listFezTitles(user, 'joined', { onlynew: true });
}

const kinds = [
  { name: 'seamail', fields: { fezType: 'open' } },
  { name: 'a group', fields: groupFields },
  { name: 'a private event', fields: eventFields },
];

/** Creates a user who has opened a fez of this kind. */
async function createReaderOf(name: string, { fields }: (typeof kinds)[number], others: readonly User[] = []) {
  const reader = await app.newcomer(name);
  const fez = await createFez(james, { ...fields, title: 'News' }, [reader, ...others]);
  await openFez(reader, fez);
  return { reader, fez, setMuted: (muted: boolean) => reader.get(muted ? fezApi.mute : fezApi.unmute, fezParams(fez)) };
}

for (const [index, kind] of kinds.entries()) {
  describe(`new posts in ${kind.name}`, () => {
    test('while it’s muted are new once it’s unmuted, and not before', async () => {
      const { reader, fez, setMuted } = await createReaderOf(`unmuting-${index}`, kind);
      await setMuted(true);
      await writePost(james, fez, 'while muted');
      assert.deepEqual(await listNewFor(reader), []);
      await setMuted(false);
      assert.deepEqual(await listNewFor(reader), ['News']);
      // Posts that were new before the second mute stay new.
      await setMuted(true);
      assert.deepEqual(await listNewFor(reader), ['News']);
      await openFez(reader, fez);
      assert.deepEqual(await listNewFor(reader), []);
      await writePost(james, fez, 'while muted again');
      assert.deepEqual(await listNewFor(reader), []);
      await reader.get(fezApi.markRead, fezParams(fez));
      await setMuted(false);
      assert.deepEqual(await listNewFor(reader), []);
    });

    test('while chat and author are muted are new once neither is, even if the user read past them', async () => {
      for (const [hide, show] of [
        [mute, unmute],
        [block, unblock],
      ] as const) {
        const author = await app.newcomer(`hidden-${index}-${hide.name}`);
        const { reader, fez, setMuted } = await createReaderOf(`hiding-${index}-${hide.name}`, kind, [author]);
        await setMuted(true);
        await hide(reader, author);
        await writePost(author, fez, 'hidden');
        await writePost(james, fez, 'shown');
        await openFez(reader, fez);
        await show(reader, author);
        assert.deepEqual(await listNewFor(reader), []);
        await setMuted(false);
        assert.deepEqual(await listNewFor(reader), ['News']);
        await openFez(reader, fez);
        assert.deepEqual(await listNewFor(reader), []);
      }
    });

    test('that are deleted while it’s muted are never new', async () => {
      const { reader, fez, setMuted } = await createReaderOf(`deleting-${index}`, kind);
      await setMuted(true);
      const { postID } = await writePost(james, fez, 'taken back');
      await james.get(fezApi.deletePost, { params: { postID } });
      await setMuted(false);
      assert.deepEqual(await listNewFor(reader), []);
    });

    test('don’t affect being added, which is new even in a muted chat', async () => {
      const { reader, fez, setMuted } = await createReaderOf(`adding-${index}`, kind);
      await setMuted(true);
      await changeMember(james, 'removeMember', fez, reader);
      await writePost(james, fez, 'while away');
      assert.deepEqual(await listNewFor(reader), []);
      await changeMember(james, 'addMember', fez, reader);
      assert.deepEqual(await listNewFor(reader), ['News']);
      await openFez(reader, fez, { limit: 0 });
      assert.deepEqual(await listNewFor(reader), []);
      await setMuted(false);
      assert.deepEqual(await listNewFor(reader), ['News']);
      await changeMember(james, 'removeMember', fez, reader);
      assert.deepEqual(await listNewFor(reader), []);
    });
  });
}

test('in a muted group that’s rejoined, only posts from before the mute are new', async () => {
  const reader = await app.newcomer('joining-again');
  const groups: Fez[] = [];
  for (const title of ['Lively', 'Silent']) groups.push(await createFez(james, { ...groupFields, title }, [reader]));
  const [lively, silent] = groups as [Fez, Fez];
  await writePost(james, lively, 'before');
  for (const group of groups) {
    await openFez(reader, group);
    await reader.get(fezApi.mute, fezParams(group));
    await leave(reader, group);
    await writePost(james, group, 'while away');
    await join(reader, group);
  }
  assert.deepEqual(await listNewFor(reader), ['Lively']);
  await openFez(reader, lively);
  assert.deepEqual(await listNewFor(reader), []);
  await reader.get(fezApi.unmute, fezParams(silent));
  assert.deepEqual(await listNewFor(reader), ['Silent']);
});

test('a muted chat of a shared inbox is new only to the team member who unmutes it', async () => {
  const chat = await james.get(fezApi.create, {
    body: { ...chatFields, initialUsers: [sharedModeratorID, heidi.userID] },
  });
  const colleague = await app.atLevel('devteam');
  const inbox = async (user: User) => {
    await listNewFor(user);
    return listFezTitles(user, 'joined', { foruser: 'moderator', onlynew: true, matchID: chat.fezID });
  };
  await moderator.get(fezApi.mute, fezParams(chat));
  assert.deepEqual(await inbox(moderator), [chat.title], 'it was added, and no one has read it');
  for (const user of [moderator, colleague]) await openFez(user, chat);
  await writePost(heidi, chat, 'help');
  assert.deepEqual([await inbox(moderator), await inbox(colleague)], [[], [chat.title]]);
  await moderator.get(fezApi.unmute, fezParams(chat));
  assert.deepEqual([await inbox(moderator), await inbox(colleague)], [[chat.title], [chat.title]]);
  await openFez(moderator, chat);
  assert.deepEqual([await inbox(moderator), await inbox(colleague)], [[], [chat.title]]);
});
