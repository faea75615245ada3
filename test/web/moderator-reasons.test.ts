import assert from 'node:assert/strict';
import { forumsApi } from '#features/forums/api.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';

const app = await startTestApp();
const author = await app.newcomer('author');
const reporter = await app.newcomer('reporter');
const moderator = await app.atLevel('moderator');

const takeScreenshot = ({ tab }: Phone, name: string) =>
  process.env.SHOTS ? tab.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : undefined;

test('a moderator deletes a post with a reason, and talks with its author next to the case (moderation rules M24 and M26)', async () => {
  const category = (await author.get(forumsApi.categories)).find((one) => !one.isRestricted && !one.isEventCategory);
  const { forumID } = await author.get(forumsApi.create, {
    params: { categoryID: category?.categoryID ?? '' },
    body: { title: 'Dinner', firstPost: { text: 'Where do we meet?', images: [] } },
  });
  const text = 'You are all wrong.';
  const { postID } = await author.get(forumsApi.post, { params: { forumID }, body: { text, images: [] } });
  await reporter.get(forumsApi.reportPost, { params: { postID }, body: { message: 'rude' } });
  const [desk, phone] = [
    await openPhone(app.url, { token: moderator.token }),
    await openPhone(app.url, { token: author.token }),
  ];
  await phone.tab.goto('/chats');
  await desk.tab.goto('/desk/reports');
  await desk.tab.getByRole('link', { name: 'Forum post by author' }).click();
  await desk.tab.getByLabel('Reason').selectOption({ label: 'Unkind' });
  await desk.tab.getByLabel('In your words').fill('Please be kind.');
  await takeScreenshot(desk, 'reason-case');
  await desk.tab.getByRole('button', { name: 'Delete' }).click();
  await desk.tab.getByText('Done. The reports are closed.').waitFor();

  await phone.tab.getByRole('link', { name: 'Message from the moderators' }).click();
  await phone.tab.getByText('Please be kind.').waitFor();
  await phone.tab.getByText(`“${text}”`).waitFor();
  await phone.tab.locator('textarea[name="text"]').fill('Sorry!');
  await phone.tab.getByRole('button', { name: 'Send' }).click();
  // Before it's stored, it waits on the page without an id.
  await phone.tab.locator('[id^=p]', { hasText: 'Sorry!' }).waitFor();
  await takeScreenshot(phone, 'reason-chat');

  await desk.tab.goto(`/desk/forum-posts/${postID}`);
  await desk.tab.getByRole('heading', { name: 'Messages with author' }).waitFor();
  await desk.tab.getByText('Sorry!').waitFor();
  await takeScreenshot(desk, 'reason-conversation');
  await desk.tab.getByRole('link', { name: 'Reply as the moderators' }).click();
  await desk.tab.getByText('Please be kind.').waitFor();
  await desk.tab.goto('/desk/log');
  await desk.tab.getByText('Unkind: “Please be kind.”').waitFor();
  for (const { complaints } of [desk, phone]) assert.deepEqual(complaints, []);
});
