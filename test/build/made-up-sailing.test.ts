import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { fillSailing } from '../../build/made-up-sailing/fill-sailing.ts';
import { microblogPart } from '../../build/made-up-sailing/parts/microblog.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const scale = 0.005;
const app = await startTestApp();
const people = await fillSailing(app.context, { scale });

/** Rows made by the first start have different ids each time, and hashes have different salts. */
const rows = {
  people: 'SELECT id, username, user_search, user_image FROM users WHERE username LIKE :name',
  blocks: 'SELECT * FROM user_blocks',
  mutes: 'SELECT * FROM user_mutes',
  'alert words': 'SELECT * FROM alert_words',
  threads: 'SELECT id, title, created_at, post_count, posts_ever, last_post_at FROM forums WHERE event_id IS NULL',
  'forum posts': 'SELECT * FROM forum_posts WHERE author_id IN (SELECT id FROM users WHERE username LIKE :name)',
  'marks on forum posts': 'SELECT * FROM forum_post_marks',
  'readers of threads': 'SELECT * FROM forum_readers',
  'microblog posts': 'SELECT * FROM microblog_posts',
  mentions: 'SELECT * FROM mentions',
  hashtags: 'SELECT * FROM hashtags',
  photos: 'SELECT id, author_id, image, taken_at, location, moderation_state, deleted_at FROM stream_photos',
  'reports on events': 'SELECT id, author_id, title, recap, issues, is_actionable FROM feedback_reports',
  chats: 'SELECT * FROM fezzes WHERE owner_id IN (SELECT id FROM users WHERE username LIKE :name)',
  'posts in chats': 'SELECT * FROM fez_posts',
  'readers of chats': 'SELECT * FROM fez_readers',
  puzzles: 'SELECT * FROM hunt_puzzles',
  'answers called in': 'SELECT * FROM hunt_call_ins',
  'songs in clips': 'SELECT * FROM clip_songs',
  clips: 'SELECT * FROM clip_snippets',
  games: 'SELECT id, entry, number FROM board_games WHERE is_sample = 0',
  'favorite games': 'SELECT * FROM board_game_favorites',
  songs: 'SELECT song_id, artist, title, initial FROM karaoke_songs',
  'favorite songs': 'SELECT * FROM karaoke_favorites',
  performances: 'SELECT * FROM karaoke_performances',
  items: 'SELECT * FROM quartermaster_items',
} as const;

/** Summarizes each table's number of rows and their content in one short text. */
function summarizeRows({ context }: TestApp): Record<string, string> {
  const { sqlite } = context.db;
  const describe = (query: string): string => {
    const found = sqlite.prepare(query).all(query.includes(':name') ? { name: 'passenger%' } : {});
    return `${found.length} ${createHash('sha256').update(JSON.stringify(found)).digest('hex')}`;
  };
  return Object.fromEntries(Object.entries(rows).map(([name, query]) => [name, describe(query)]));
}

test('the same seed creates the same sailing, another seed another one of the same size', async () => {
  const made = summarizeRows(app);
  for (const [name, description] of Object.entries(made)) assert.notEqual(Number.parseInt(description, 10), 0, name);
  const [again, other] = [await startTestApp(), await startTestApp()];
  await fillSailing(again.context, { scale });
  assert.deepEqual(summarizeRows(again), made);
  await fillSailing(other.context, { scale, seed: 8 });
  const of = summarizeRows(other);
  assert.notEqual(of['forum posts'], made['forum posts']);
  assert.equal(Number.parseInt(of['forum posts'] ?? '', 10), 1500);
});

test('the number of posts can be scaled separately from the number of people', async () => {
  const { context } = await startTestApp();
  await fillSailing(context, { scale: 0.001, posts: 2, parts: [microblogPart] });
  const count = (rows: string) => context.db.sqlite.prepare(`SELECT count(*) FROM ${rows}`).pluck().get();
  assert.deepEqual([count("users WHERE username LIKE 'passenger%'"), count('microblog_posts')], [3, 200]);
});

test('it has no inconsistencies', async () => {
  assert.deepEqual(await findInconsistencies(app.context), []);
});

test('its passengers can log in and read', async () => {
  const [{ username } = { username: '' }] = people;
  const passenger = await app.logIn(username);
  assert.equal((await passenger.get(accountsApi.whoami)).username, username);
  const { forumThreads, paginator } = await passenger.get(forumsApi.favorites);
  assert.ok(paginator.total >= 1);
  const [{ forumID, postCount } = { forumID: '', postCount: 0 }] = forumThreads;
  const { posts } = await passenger.get(forumsApi.read, { params: { forumID } });
  assert.ok(posts.length > 0 && postCount >= posts.length);
});
