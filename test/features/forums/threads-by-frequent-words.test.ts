import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCategoryID, listTitles, start, startAppWithUsers } from './support.ts';

/** Posts with the word are so far apart that the word is common in every range of posts that is searched on its own. */
const [idGap, postCount] = [40, 3400];

const { app, james, heidi, moderator } = await startAppWithUsers();
const general = await findCategoryID(moderator, 'General');
await start(james, general, 'oldest', { text: 'a penguin' });
const crowdedThread = await start(james, general, 'crowded', { text: 'a boat' });
const reviewedThread = await start(james, general, 'reviewed', { text: 'a boat' });
// Every other post is under review, except one in the last range that follows more than 500 of those.
app.context.db.sqlite
  .prepare(`
    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < :posts)
    INSERT INTO forum_posts (id, author_id, text, moderation_state, created_at, forum_id, ordinal)
    SELECT first.id + number * :idGap, author_id, 'penguins',
      CASE WHEN forum_id = :crowded OR number = 1201 THEN 'normal' ELSE 'quarantined' END,
      created_at, forum_id, ordinal + number
    FROM numbers JOIN forum_posts AS first ON forum_id = iif(number % 2 = 0, :crowded, :reviewed) AND first.text = 'a boat'`)
  .run({ posts: postCount, idGap, crowded: crowdedThread.forumID, reviewed: reviewedThread.forumID });
await start(heidi, general, 'other words', { text: 'a boat' });

test('finds threads by a word that thousands of posts have, wherever these are', async () => {
  const found = await listTitles(heidi, 'search', { searchposts: 'penguins' });
  assert.deepEqual(found.sort(), ['crowded', 'oldest', 'reviewed']);
});
