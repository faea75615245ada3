import assert from 'node:assert/strict';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';
import { moderationApi } from '../support/moderation.ts';

const app = await startTestApp();
const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
const moderator = await app.atLevel('moderator');

const { fezID } = await james.get(fezApi.create, {
  body: { fezType: 'closed', title: 'Dinner', info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [heidi.userID] },
});
const write = async (user: User, text: string) =>
  (await user.get(fezApi.post, { params: { fezID }, body: { text, images: [] } })).postID;

await write(james, 'Too early to be disclosed');
for (let number = 1; number <= 8; number += 1) await write(james, `Answer me ${number}`);
await write(heidi, 'Leave me alone');
await write(james, 'You will be sorry');
const threateningPost = await write(james, 'I know your cabin');
await write(heidi, 'Written afterwards');

test('a member of a closed chat reports a message, and a moderator reads what was disclosed (decision 105)', async () => {
  const [hers, desk] = [
    await openPhone(app.url, { token: heidi.token }),
    await openPhone(app.url, { token: moderator.token }),
  ];
  await hers.tab.goto(`/chats/${fezID}`);
  const message = hers.tab.locator(`#p${threateningPost}`);
  await message.locator('a[data-menu]').click();
  await message.locator('.pop').getByRole('link', { name: 'Report this message' }).click();
  await hers.tab.getByText('see these 11 messages and nothing else').waitFor();
  const shown = await hers.tab.locator('.disclosed .prose').allTextContents();
  assert.deepEqual(
    shown.map((text) => text.trim()),
    [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Answer me ${number}`),
      'Leave me alone',
      'You will be sorry',
      'I know your cabin',
    ],
  );
  await hers.tab.getByLabel("What's wrong?").fill('He threatens me');
  await hers.tab.getByRole('button', { name: 'Send report' }).click();
  await hers.tab.getByText('The moderators will look at it').waitFor();
  await desk.tab.goto('/desk/reports');
  await desk.tab.getByRole('link', { name: 'Message by james' }).click();
  await desk.tab.getByText('He threatens me').waitFor();
  const copy = (await desk.tab.locator('.case .post .prose').allTextContents()).map((text) => text.trim());
  assert.deepEqual(
    copy,
    shown.map((text) => text.trim()),
  );
  await desk.tab.getByRole('button', { name: 'Close reports' }).click();
  await desk.tab.getByText('Done. The reports are closed.').waitFor();
  assert.deepEqual([...hers.complaints, ...desk.complaints], []);
  const { status } = await browse(app, moderator).open(`/chats/${fezID}`);
  assert.equal(status, 404, 'the chat stays closed');
});

test('a report sent without script discloses what its form shows (moderation rule R14)', async () => {
  const other = await write(james, 'Another one');
  const { body } = await browse(app, heidi).open(`/report/message/${other}`);
  const disclosed = [...body.matchAll(/name="disclosed\[\]" value="(\d+)"/g)].map(([, id = '']) => id);
  assert.equal(disclosed.length, 11);
  await browse(app, heidi).send(`/report/message/${other}`, {
    ...{ action: 'send', message: '' },
    'disclosed[]': disclosed.slice(-2),
  });
  const reports = await moderator.get(moderationApi.reports);
  const found = reports.find(({ reportedID }) => reportedID === String(other));
  assert.deepEqual(
    found?.disclosedPosts?.map(({ text }) => text),
    ['Written afterwards', 'Another one'],
  );
});
