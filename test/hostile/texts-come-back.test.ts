import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { chatFields, createFez, groupFields, openFez } from '../features/fez/support.ts';
import { findCategoryID, open, postParams, start, threadParams } from '../features/forums/support.ts';
import { inHours } from '../support/announcements.ts';
import { startTestApp, type User } from '../support/app.ts';
import type { CallOptions } from '../support/client.ts';
import { moderationApi } from '../support/moderation.ts';
import { hostileTexts } from './hostile-texts.ts';

/** The service returns user text exactly as written, or rejects it with a sentence. */
const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const [moderator, hostOfficer] = [await app.atLevel('moderator'), await app.atLevel('tho')];
const categoryID = await findCategoryID(moderator, 'General');
const thread = await start(james, categoryID, 'Texts');
const chat = await createFez(james, chatFields, [heidi]);
const group = await createFez(james, groupFields, [heidi]);
const paramsOfHeidi = { params: { userID: heidi.userID } };

/** Sends a text; returns what another user then reads, or undefined if the text was rejected. */
type SendText = (text: string) => Promise<string | undefined>;

type Reply<D extends Endpoint> = Awaited<ReturnType<typeof james.call<D>>>['body'];

/** Makes the call, which accepts the text or explains why not, and then reads. */
async function sendAndRead<const D extends Endpoint>(
  user: User,
  declaration: D,
  options: CallOptions,
  read: (response: Reply<D>) => unknown,
): Promise<string | undefined> {
  const { status, reason, body } = await user.call(declaration, options);
  if (status >= 400) {
    // URLs longer than the limit for all headers are rejected for that.
    assert.ok(status === 400 || status === 431, String(status));
    assert.match(reason, /\S.*\.$/s);
    return undefined;
  }
  return String(await read(body));
}

const post = (text: string) => ({ text, images: [] });
const firstPage = { start: 0, limit: 200 };

const textFields: Readonly<Record<string, SendText>> = {
  'the title of a thread': (title) =>
    sendAndRead(
      james,
      forumsApi.create,
      { params: { categoryID }, body: { title, firstPost: post('Hello') } },
      async (made) => (await open(heidi, made)).title,
    ),
  // A URL can't contain a lone surrogate.
  'a new title of a thread': async (title) =>
    title.isWellFormed()
      ? sendAndRead(
          james,
          forumsApi.rename,
          { params: { forumID: thread.forumID, title } },
          async () => (await open(heidi, thread)).title,
        )
      : undefined,
  'a post in a thread': (text) =>
    sendAndRead(
      james,
      forumsApi.post,
      { ...threadParams(thread), body: post(text) },
      async (made) => (await heidi.get(forumsApi.readPost, postParams(made))).text,
    ),
  'a post in a thread that is changed': (text) =>
    sendAndRead(
      james,
      forumsApi.updatePost,
      { ...postParams(thread.posts[0] ?? { postID: 0 }), body: post(text) },
      async () => (await open(heidi, thread, firstPage)).posts[0]?.text,
    ),
  'a microblog post': (text) =>
    sendAndRead(
      james,
      microblogApi.create,
      { body: post(text) },
      async ({ postID }) => (await heidi.get(microblogApi.read, { params: { postID } })).text,
    ),
  'the title of a chat': (title) =>
    sendAndRead(
      james,
      fezApi.create,
      { body: { ...chatFields, title, initialUsers: [heidi.userID] } },
      async (made) => (await openFez(heidi, made)).title,
    ),
  'what a group is about': (info) =>
    sendAndRead(
      james,
      fezApi.update,
      { params: { fezID: group.fezID }, body: { ...groupFields, info } },
      async () => (await openFez(heidi, group)).info,
    ),
  'where a group meets': (location) =>
    sendAndRead(
      james,
      fezApi.update,
      { params: { fezID: group.fezID }, body: { ...groupFields, location } },
      async () => (await openFez(heidi, group)).location,
    ),
  'a post in a chat': (text) =>
    sendAndRead(
      james,
      fezApi.post,
      { params: { fezID: chat.fezID }, body: post(text) },
      async () => (await openFez(heidi, chat, firstPage)).members?.posts?.at(-1)?.text,
    ),
  'what a profile says': (about) =>
    sendAndRead(
      james,
      profilesApi.editOwnProfile,
      { body: { about } },
      async () => (await heidi.get(profilesApi.readProfile, { params: { userID: james.userID } })).about,
    ),
  'a real name': (realName) =>
    sendAndRead(
      james,
      profilesApi.editOwnProfile,
      { body: { realName } },
      async () => (await heidi.get(profilesApi.readProfile, { params: { userID: james.userID } })).realName,
    ),
  'a note': (note) =>
    sendAndRead(
      james,
      usersApi.writeNote,
      { ...paramsOfHeidi, body: { note } },
      async () => (await james.get(usersApi.note, paramsOfHeidi)).note,
    ),
  'an announcement': (text) =>
    sendAndRead(
      hostOfficer,
      announcementsApi.create,
      { body: { text, displayUntil: inHours(app, 5) } },
      async () => (await heidi.get(announcementsApi.list))[0]?.text,
    ),
  'a theme of a day': (info) =>
    sendAndRead(
      hostOfficer,
      dailyThemesApi.create,
      { body: { title: 'A theme', info, cruiseDay: getNextDay() } },
      async () => (await heidi.get(dailyThemesApi.list)).at(-1)?.info,
    ),
  async 'a report'(message) {
    const { postID } = await james.get(microblogApi.create, { body: post('to be reported') });
    return sendAndRead(
      heidi,
      microblogApi.report,
      { params: { postID }, body: { message } },
      async () =>
        (await moderator.get(moderationApi.microblogPost, { params: { postID } })).reports[0]?.submitterMessage,
    );
  },
};

let dayNumber = 0;
function getNextDay(): number {
  dayNumber += 1;
  return dayNumber;
}

/** Line breaks may be normalized: CRLF is one (forums rule B28). */
const normalizeAsStored = (text: string): string => text.replaceAll('\r\n', '\n');

describe('a text comes back as it was written:', () => {
  for (const [where, write] of Object.entries(textFields)) {
    test(where, async (context) => {
      const taken: string[] = [];
      for (const [what, text] of Object.entries(hostileTexts)) {
        const read = await write(text);
        if (read === undefined) continue;
        taken.push(what);
        assert.ok(read === text || read === normalizeAsStored(text), `${what}: ${JSON.stringify(read)}`);
      }
      context.diagnostic(taken.join(', '));
      assert.ok(taken.includes('a quote and a command'));
    });
  }
});

test('rejects a lone surrogate, but not an escaped character or text that looks like an escape', async () => {
  const send = async (text: string) =>
    (await james.send('POST', '/api/v3/microblog/create', { body: `{"text":"${text}","images":[]}` })).status;
  assert.equal(await send('\\ud83d'), 400);
  assert.equal(await send('\\ude00\\ud83d'), 400);
  assert.equal(await send('\\ud83d\\ude00'), 201);
  assert.equal(await send('\\\\ud83d'), 201);
  assert.equal(await send('\\\\\\ud83d'), 400);
  assert.equal(await send('\\\\ud83d\\ude00'), 400);
  assert.equal(await send('\\ud83d \\ude00'), 400);
});
