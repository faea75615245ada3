import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKinds } from '#web/pages/desk/content-words.ts';
import { pages } from '#web/pages/pages.ts';
import { reportPages } from '#web/pages/reports.ts';
import { browse } from '../support/browse.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
const { app } = world;
const moderator = await app.atLevel('moderator');
const witness = await app.logIn('james');

for (const page of reportPages) {
  test(`${page.path} reaches the moderators, and leads back to the page before`, async () => {
    const path = `${world.addressOf(page)}?back=${encodeURIComponent('/forums?start=0')}`;
    const message = `This is wrong: ${page.path}`;
    const sent = await browse(app, witness).send(path, { action: 'send', message });
    assert.equal(sent.location, `/reported?back=${encodeURIComponent('/forums?start=0')}`);
    const { body } = await browse(app, witness).open(sent.location ?? '');
    assert.match(body, /href="\/forums\?start=0"/);
    const reports = await moderator.send('GET', '/api/v3/mod/reports');
    assert.ok(JSON.stringify(reports.body).includes(message));
  });
}

test('moderators have a page for every kind of content that can be reported', () => {
  const declared = new Set(pages.map(({ path }) => path));
  assert.deepEqual(
    Object.entries(contentKinds).filter(([, { path }]) => !declared.has(path)),
    [],
  );
});

test('a report only leads back to pages of this server', async () => {
  const { body } = await browse(app, witness).open('/reported?back=https%3A%2F%2Felsewhere.example%2F');
  assert.doesNotMatch(body, /elsewhere/);
});
