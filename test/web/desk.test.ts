import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { giveRegistrationCodes } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const moderator = await app.atLevel('moderator');
const passenger = await app.newcomer('passenger');
const reporter = await app.newcomer('reporter');
const desk = visit(app, moderator);
const [category] = (await passenger.get(forumsApi.categories)).filter(
  ({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory,
);

const emptyProfile = {
  displayName: '',
  realName: '',
  preferredPronoun: '',
  homeLocation: '',
  roomNumber: '',
  email: '',
  discordUsername: '',
  message: '',
  about: '',
  dinnerTeam: '',
} as const;

/** Creates a thread with three posts, of which the second was reported with this text. */
async function writeReported(text: string): Promise<{ thread: string; postID: number; page: string }> {
  const { forumID } = await passenger.get(forumsApi.create, {
    params: { categoryID: category?.categoryID ?? '' },
    body: { title: 'Dinner tables', firstPost: { text: 'What stood before it', images: [] } },
  });
  const { postID } = await passenger.get(forumsApi.post, { params: { forumID }, body: { text, images: [] } });
  await passenger.get(forumsApi.post, { params: { forumID }, body: { text: 'What came after it', images: [] } });
  await reporter.get(forumsApi.reportPost, { params: { postID }, body: { message: `why ${text}` } });
  return { thread: `/forums/thread/${forumID}`, postID, page: `/desk/forum-posts/${postID}` };
}

/** Returns the value of a hidden field or a button with this name. */
const readValue = (body: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';

describe('the reports desk', () => {
  test('leads from the queue to the post in its place, and deletes it for everyone', async () => {
    const { thread, page } = await writeReported('cabin 7012, sleep well');
    const queue = await desk.open('/desk/reports');
    assert.match(queue.body, new RegExp(`href="${page}">Forum post by passenger</a>`));
    assert.match(queue.body, /“why cabin 7012, sleep well”/);

    const shown = await desk.open(page);
    assert.match(shown.body, /What stood before it.*cabin 7012, sleep well.*What came after it/s);
    const done = await desk.send(page, { report: readValue(shown.body, 'report'), remove: '' });
    assert.equal(done.location, '/desk/reports?done');

    const gone = await visit(app, reporter).open(thread);
    assert.match(gone.body, /What came after it/);
    assert.doesNotMatch(gone.body, /cabin 7012/);
    assert.doesNotMatch((await desk.open('/desk/reports')).body, /why cabin 7012/);
    assert.match(
      (await desk.open('/desk/reports?closed=true')).body,
      /<a [^>]*aria-current="true">\d+ closed<\/a>.*why cabin 7012/s,
    );
    assert.match((await desk.open(page)).body, /Deleted/);
    assert.match((await desk.open('/desk/log')).body, new RegExp(`deleted</p><h2><a href="${page}">`));
  });

  test('marks reports of accounts without a registration code, in the queue and at the post (decision 95)', async () => {
    const { postID, page } = await writeReported('reported twice');
    const registered = await app.newcomer('registered');
    await giveRegistrationCodes(app, registered);
    await registered.get(forumsApi.reportPost, { params: { postID }, body: { message: 'from a family with a code' } });
    assert.match((await desk.open('/desk/reports')).body, /2 reports \(1 without a registration code\)/);
    const { body } = await desk.open(page);
    const voices = body.match(/<li><b>.*?<\/li>/gs) ?? [];
    const marked = voices.filter((voice) => voice.includes('no registration code'));
    assert.deepEqual([voices.length, marked.length], [2, 1]);
    assert.match(marked[0] ?? '', /why reported twice/);
  });

  test('is linked from content for moderators only', async () => {
    const { thread, postID, page } = await writeReported('to be looked at');
    const forumID = thread.replace('/forums/thread/', '');
    const places = [
      [thread, page],
      [thread, `/desk/threads/${forumID}`],
      [`/forums/post/${postID}`, page],
      [`/people/${passenger.userID}`, `/desk/profiles/${passenger.userID}`],
    ] as const;
    for (const [place, atDesk] of places) {
      assert.match(
        (await desk.open(place)).body,
        new RegExp(`href="${atDesk}"[^>]*>.*?Moderate this [^<]*</span>`),
        place,
      );
      assert.equal((await desk.open(atDesk)).status, 200, atDesk);
      assert.doesNotMatch((await visit(app, reporter).open(place)).body, /\/desk\//, place);
    }
  });

  test('lists other posts with open reports, but none whose reports are closed', async () => {
    const [shown, open, closed] = [
      await writeReported('one'),
      await writeReported('two'),
      await writeReported('three'),
    ];
    await desk.send(closed.page, { report: readValue((await desk.open(closed.page)).body, 'report'), fine: '' });
    const { body } = await desk.open(shown.page);
    const [aside = ''] = /<aside aria-label="What waits">.*?<\/aside>/s.exec(body) ?? [];
    assert.ok(aside.includes(`href="${open.page}"`), aside);
    assert.ok(!aside.includes(`href="${closed.page}"`), aside);
  });

  test('shows who handles a report, and others can take over', async () => {
    const { page } = await writeReported('someone is on it');
    const office = visit(app, await app.atLevel('tho'));
    const free = await desk.open(page);
    assert.match(free.body, /No one is handling this yet/);
    await desk.send(page, { take: readValue(free.body, 'take') });
    assert.match((await desk.open(page)).body, /handling this since/);
    assert.match((await desk.open('/desk/reports')).body, /<b>yours<\/b>/);
    const others = await office.open(page);
    assert.match(others.body, /moderator-person<\/a> has been handling this/);
    await office.send(page, { take: readValue(others.body, 'take') });
    assert.match((await office.open(page)).body, /handling this since/);
  });

  test('can hide content and show it again', async () => {
    const { thread, page } = await writeReported('hide and seek');
    const { body } = await desk.open(page);
    await desk.send(page, { report: readValue(body, 'report'), hide: '' });
    assert.doesNotMatch((await visit(app, reporter).open(thread)).body, /hide and seek/);
    assert.match((await desk.open(page)).body, /Hidden by moderators.*hide and seek/s);
    assert.equal((await desk.send(page, { state: 'normal' })).status, 303);
    assert.match((await visit(app, reporter).open(thread)).body, /hide and seek/);
  });

  test('offers only actions that still apply', async () => {
    const { page, postID } = await writeReported('deleted by its author');
    const buttons = async () =>
      [...(await desk.open(page)).body.matchAll(/<button type="submit" class="quiet[^>]*>([^<]+)<\/button>/g)].map(
        ([, label]) => label,
      );
    const whileReported = ['Handle this', 'Lock', 'Close reports only', 'Approve', 'Hide', 'Delete'];
    assert.deepEqual(await buttons(), whileReported);
    await desk.send(page, { close: '', report: readValue((await desk.open(page)).body, 'report') });
    assert.deepEqual(await buttons(), ['Lock', 'Approve', 'Hide', 'Delete']);
    await passenger.get(forumsApi.deletePost, { params: { postID } });
    assert.deepEqual(await buttons(), []);
    assert.doesNotMatch((await desk.open(page)).body, /class="actions"/);

    const other = await writeReported('deleted while reported');
    await passenger.get(forumsApi.deletePost, { params: { postID: other.postID } });
    assert.match((await desk.open(other.page)).body, /Close reports only<\/button>/);
  });

  test('can dismiss reports: the content stays, and the reports are closed', async () => {
    const { thread, page } = await writeReported('nothing wrong here');
    const { body } = await desk.open(page);
    await desk.send(page, { report: readValue(body, 'report'), fine: '' });
    assert.match((await desk.open(page)).body, /All reports are closed.*approved by moderators/s);
    assert.match((await visit(app, reporter).open(thread)).body, /nothing wrong here/);
  });

  test('shows earlier versions of a post', async () => {
    const { postID, page } = await writeReported('before the change');
    const body = { text: 'after the change', images: [] };
    await passenger.get(forumsApi.updatePost, { params: { postID }, body });
    assert.match((await desk.open(page)).body, /after the change.*Changed once.*before the change/s);
  });

  test('can rename, move and pin a thread', async () => {
    const { thread } = await writeReported('in the wrong place');
    const page = thread.replace('/forums/thread', '/desk/threads');
    const { body } = await desk.open(`${page}/move`);
    const other = [...body.matchAll(/<option value="([^"]+)">/g)].map(([, value]) => value)[0] ?? '';
    await desk.send(`${page}/move`, { action: 'rename', title: 'A better title' });
    await desk.send(`${page}/move`, { action: 'move', categoryID: other });
    await desk.send(`${page}/move`, { pin: '' });
    assert.match((await desk.open(page)).body, /A better title.*Changed 2 times.*Dinner tables/s);
    assert.match((await desk.open(`${page}/move`)).body, new RegExp(`value="${other}" selected.*Unpin thread`, 's'));
  });
});

describe('people at the desk', () => {
  const pageOf = ({ userID }: User) => `/desk/people/${userID}`;

  test('are found by name, with all their accounts and reports', async () => {
    await writeReported('against the passenger');
    const found = await desk.open('/desk/people?search=passen');
    assert.match(found.body, new RegExp(`href="${pageOf(passenger)}"`));
    assert.match((await desk.open(pageOf(passenger))).body, /why against the passenger/);
  });

  test('can be paused, and allowed to post again', async () => {
    const talker = await app.newcomer('talker');
    const post = () =>
      talker.call(forumsApi.create, {
        params: { categoryID: category?.categoryID ?? '' },
        body: { title: 'Talk', firstPost: { text: 'and talk', images: [] } },
      });
    await desk.send(pageOf(talker), { pause: '', hours: '4' });
    assert.equal((await post()).status, 403);
    assert.match((await desk.open(pageOf(talker))).body, /Paused: read-only until/);
    await desk.send(pageOf(talker), { endPause: '' });
    assert.equal((await post()).status, 200);
  });

  test('can be quarantined by moderators, and banned by the management office only', async () => {
    const rowdy = await app.newcomer('rowdy');
    const office = visit(app, await app.atLevel('tho'));
    const levelsFor = async (viewer: typeof desk) => {
      const [, options = ''] =
        /<select [^>]*name="level"[^>]*>(.*?)<\/select>/s.exec((await viewer.open(pageOf(rowdy))).body) ?? [];
      return [...options.matchAll(/value="(\w+)"/g)].map(([, level]) => level);
    };
    assert.deepEqual(await levelsFor(desk), ['verified', 'quarantined']);
    assert.deepEqual(await levelsFor(office), ['verified', 'quarantined', 'unverified', 'banned']);
    const refused = await desk.send(pageOf(rowdy), { action: 'level', level: 'banned' });
    assert.equal(refused.status, 403);
    assert.match(refused.body, /role="alert".*Only the management office/s);
    await desk.send(pageOf(rowdy), { action: 'level', level: 'quarantined' });
    assert.match((await desk.open(pageOf(rowdy))).body, /Quarantined: read-only/);
    await office.send(pageOf(rowdy), { action: 'level', level: 'banned' });
    assert.match(
      (await desk.open(pageOf(rowdy))).body,
      /Banned: can’t sign in.*Only the management office can lift bans/s,
    );
  });

  test('can be renamed and have a private note', async () => {
    const rude = await app.newcomer('rudename');
    await desk.send(pageOf(rude), { action: 'rename', account: rude.userID, username: 'politename' });
    await desk.send(pageOf(rude), { action: 'note', note: 'asked for another name' });
    assert.match((await desk.open(pageOf(rude))).body, /@politename.*asked for another name/s);
    assert.doesNotMatch((await visit(app, await app.atLevel('tho')).open(pageOf(rude))).body, /asked for another name/);
  });
});

test('only moderators see the link to the desk', async () => {
  assert.match((await desk.open('/')).body, /href="\/desk\/reports"/);
  assert.doesNotMatch((await visit(app, passenger).open('/')).body, /href="\/(desk|staff|server)/);
  assert.doesNotMatch((await visit(app).open('/')).body, /href="\/(desk|staff|server)/);
});

test('moderators edit a profile, and its previous texts remain visible', async () => {
  const page = `/desk/profiles/${passenger.userID}`;
  await passenger.get(profilesApi.editOwnProfile, { body: { ...emptyProfile, message: 'Words that hurt' } });
  const form = (await desk.open(`${page}/edit`)).body;
  assert.match(form, /name="message"[^>]*value="Words that hurt"/);
  assert.match((await desk.open(page)).body, new RegExp(`href="${page}/edit"`));
  const changed = { action: 'save', ...emptyProfile, message: 'Gentle words' };
  assert.equal((await desk.send(`${page}/edit`, changed)).location, page);
  assert.match((await desk.open(page)).body, /Gentle words.*Changed.*Words that hurt/s);
  assert.equal((await passenger.get(profilesApi.readOwnProfile)).message, 'Gentle words');
  const refused = await desk.send(`${page}/edit`, { ...changed, message: 'no' });
  assert.match(refused.body, /id="save-message-wrong"/);
  assert.equal((await visit(app, reporter).open(`${page}/edit`)).status, 403);
});
