import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consistencyApi } from '#core/consistency/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp } from '../../support/app.ts';
import { getAlerts, getMentions, write } from './support.ts';

const app = await startTestApp();
const [author, reader] = [await app.newcomer('verified-author'), await app.newcomer('verified-reader')];
const admin = await app.logIn('admin');
const otherReaders = await Promise.all(['one', 'two', 'three'].map((name) => app.newcomer(`verified-${name}`)));
for (const user of [author, reader, ...otherReaders])
  await user.get(publicTextApi.addAlertWord, { params: { word: 'octopus' } });
write(app, author, '@verified-reader an octopus #octopus');
write(app, author, '@verified-reader one more octopus #octopus @moderator', {
  seenBy: ({ userID }) => userID !== reader.userID,
});
// The alert reaches only some of the users who have the word.
write(app, author, 'a third octopus', { place: 'microblog', seenBy: ({ userID }) => userID === reader.userID });
const findAll = () => findInconsistencies(app.context);

test('counts of texts are consistent', async () => {
  assert.deepEqual(await findAll(), []);
  assert.deepEqual([await getMentions(reader), await getAlerts(reader)], ['1/1 0/0', { octopus: '1/1 1/1' }]);
});

for (const [what, damage, named] of [
  ['a wrong number of mentions', 'UPDATE mention_totals SET total = 7', /mentions counted \(forum\)/],
  ['mentions that are not counted', 'DELETE FROM mention_totals', /mentions counted \(forum\)/],
  ['a wrong number of alerts', 'UPDATE alert_words SET forum_offset = 7', /alert word octopus/],
  ['alerts without a post', 'UPDATE alert_words SET microblog_offset = 1', /posts counted \(microblog\)/],
  ['a wrong number of hashtags', 'UPDATE hashtags SET public_posts = 0', /#octopus/],
  ['a hashtag that is not listed', 'DELETE FROM hashtags', /#octopus/],
] as const) {
  test(`${what} is found and repaired`, async () => {
    app.context.db.sqlite.exec(damage);
    app.context.caches.invalidateAll();
    assert.match((await findAll()).map(({ what }) => what).join('\n'), named);
    assert.equal((await admin.call(consistencyApi.reload)).status, 200);
    await app.runJob('check-consistency');
    assert.deepEqual(await findAll(), []);
    assert.deepEqual([await getMentions(reader), await getAlerts(reader)], ['1/1 0/0', { octopus: '1/1 1/1' }]);
  });
}
