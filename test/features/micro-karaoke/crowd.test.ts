import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { addSong, getOffer, type Offer, uploadRecording } from '../../support/clips.ts';

const app = await startTestApp();
const crowd = await Promise.all(Array.from({ length: 50 }, (_, index) => app.newcomer(`singer${index}`)));

const getSlotOf = ({ songID, snippetIndex }: Offer): string => `${songID}/${snippetIndex}`;

test('fifty concurrent singers get different slots, and the last two clips complete the song once', async () => {
  addSong(app, 'Song', { slots: 10, fillers: [0, 1, 2, 3, 4, 5] });
  const twice = await Promise.all([...crowd, ...crowd].map(getOffer));
  const [first, again] = [twice.slice(0, 50), twice.slice(50)];
  assert.deepEqual(first, again);
  assert.equal(new Set(first.map(getSlotOf)).size, 50);
  assert.equal(new Set(first.map(({ offerID }) => offerID)).size, 50);

  const moderator = await app.atLevel('moderator');
  const songs = await moderator.get(microKaraokeApi.listForModerators);
  const offers = new Map<User, Offer>(crowd.map((user, index) => [user, first[index] as Offer]));
  const singers = [...offers].filter(([, { songID }]) => songID === songs[0]?.songID);
  assert.equal(singers.length, 4);
  const replies = await Promise.all(singers.map(([user, { offerID }]) => uploadRecording(user, offerID)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const after = await moderator.get(microKaraokeApi.list);
  assert.deepEqual(
    after.map(({ songID }) => songID),
    [songs[0]?.songID],
  );
  const params = { songID: songs[0]?.songID ?? 0 };
  const approvals = await Promise.all(
    Array.from({ length: 10 }, () => moderator.call(microKaraokeApi.approve, { params })),
  );
  assert.ok(approvals.every(({ status }) => status === 200));
  const { actions } = (await moderator.send('GET', '/api/v3/mod/moderationlog')).body;
  const isApproval = ({ contentType }: { contentType: string }) => contentType === 'mkSong';
  assert.equal(actions.filter(isApproval).length, 1);
});
