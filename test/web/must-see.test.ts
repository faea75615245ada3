import assert from 'node:assert/strict';
import { announcementsApi } from '#features/announcements/api.ts';
import { inHours } from '../support/announcements.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openPhone, type Phone, test } from '../support/browser.ts';
import { visit } from './visitor.ts';

const banner = 'section[aria-label="Must-see announcements"]';
const text = 'Muster drill at four on deck 5. Bring your key card.';

async function announce(app: TestApp, words = text): Promise<number> {
  const office = await app.atLevel('tho');
  await office.get(announcementsApi.create, {
    body: { text: words, displayUntil: inHours(app, 5), mustSee: true },
  });
  const [newest] = await office.get(announcementsApi.list);
  return newest?.id ?? 0;
}

test('it’s on top of every page until dismissed, even without script (fez rule 104)', async () => {
  const app = await startTestApp();
  const [james, office] = [visit(app, await app.logIn('james')), visit(app, await app.atLevel('tho'))];
  const id = await announce(app);
  for (const path of ['/', '/schedule', '/forums', '/chats', '/more']) {
    const { body } = await james.open(path);
    const parts = body.split('<main');
    assert.ok(parts[0]?.includes(text), path);
    assert.equal(parts[1]?.includes(text), false, `${path} shows it once`);
  }
  const own = await james.open('/announcements');
  assert.equal(own.body.split(text).length, 2, 'its own page has it once, too');
  assert.match(own.body, /Got it/);
  assert.doesNotMatch((await visit(app).open('/schedule')).body, /Got it/);
  const sent = await james.send('/announcements', {
    action: 'seen',
    announcement: String(id),
    from: '/schedule?search=x',
  });
  assert.deepEqual([sent.status, sent.location], [303, '/schedule?search=x']);
  assert.equal((await james.open('/schedule')).body.includes(text), false);
  assert.match((await james.open('/')).body.split('<main')[1] ?? '', /Muster drill/, 'Today still lists it');
  assert.match((await office.open('/schedule')).body, /Got it/);
  const elsewhere = await office.send('/announcements', {
    action: 'seen',
    announcement: String(id),
    from: '//elsewhere.example',
  });
  assert.equal(elsewhere.location.includes('elsewhere.example'), false);
  const again = await office.send('/announcements', { action: 'seen', announcement: '999999', from: '/more' });
  assert.deepEqual([again.status, again.location], [303, '/more'], 'one that is over has gone anyway');
});

test('a long text is cut in the banner, with a link to all of it', async () => {
  const app = await startTestApp();
  const james = visit(app, await app.logIn('james'));
  await announce(app, `${'long '.repeat(100)}end`);
  assert.match((await james.open('/schedule')).body, /long….*<a href="\/announcements">Read all of it<\/a>/s);
  assert.match((await james.open('/announcements')).body, /long end/);
});

test('wall screens show it first', async () => {
  const app = await startTestApp();
  await announce(app);
  for (const words of ['Soup', 'Salad']) {
    const body = { text: words, displayUntil: inHours(app, 5) };
    await (await app.atLevel('tho')).get(announcementsApi.create, { body });
  }
  const footer = (await visit(app).open('/wall')).body.split('<footer>')[1] ?? '';
  assert.match(footer, /Muster drill.*Salad/s);
  assert.doesNotMatch(footer, /Soup/);
});

test('on a phone it appears live, one tap dismisses it, and the desk shows how many have seen it', async () => {
  const app = await startTestApp();
  const [james, office] = [await app.logIn('james'), await app.atLevel('tho')];
  const phone = await openPhone(app.url, { token: james.token });
  const desk = await openPhone(app.url, { token: office.token });
  await phone.tab.goto('/schedule');
  // The socket is open and has received nothing yet.
  await desk.tab.goto('/staff/announcements');
  await desk.tab.getByLabel('Announcement', { exact: true }).fill(text);
  await desk.tab.getByLabel(/^Must see/).check();
  await desk.tab.getByRole('button', { name: 'Post announcement' }).click();
  await desk.tab.locator(banner).waitFor();
  await phone.tab.goto('/forums');
  await phone.tab.locator(banner).getByText('Muster drill').waitFor();
  await takeScreenshot(phone, 'banner');
  await phone.tab.getByRole('button', { name: 'Got it' }).click();
  await phone.tab.locator(banner).waitFor({ state: 'detached' });
  assert.equal(new URL(phone.tab.url()).pathname, '/forums');
  await desk.tab.goto('/staff/announcements');
  await desk.tab.getByRole('link', { name: /^seen by 1 of/ }).click();
  await desk.tab.getByRole('heading', { name: /^Seen by 1 of/ }).waitFor();
  await takeScreenshot(desk, 'desk');
  assert.deepEqual([...phone.complaints, ...desk.complaints], []);
});

async function takeScreenshot({ tab }: Phone, name: string): Promise<void> {
  const folder = process.env.PICTURES_IN;
  if (folder) await tab.screenshot({ path: `${folder}/must-see-${name}.png`, fullPage: true });
}
