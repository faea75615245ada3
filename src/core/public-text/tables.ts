import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id } from '#db/columns.ts';
import { mentionCounters, places } from './kinds-of-post.ts';

const userReference = (name: string) =>
  id(name)
    .notNull()
    .references(() => users.id);

/** Words whose use in public posts notifies the account, and how often they were used (core rule 100, fez rule 74). */
export const alertWords = sqliteTable(
  'alert_words',
  {
    /** A word that is removed and added again gets a new id. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    userID: userReference('user_id'),
    word: text('word').notNull(),
    /**
     * The difference between their count and `alert_word_totals`: minus posts from before they added the word and posts
     * they were ignored for, plus posts that were counted only for listed owners. This way most posts change no user's
     * row.
     */
    forumOffset: integer('forum_offset').notNull().default(0),
    /** Their count when they last viewed it. */
    forumViewed: integer('forum_viewed').notNull().default(0),
    microblogOffset: integer('microblog_offset').notNull().default(0),
    microblogViewed: integer('microblog_viewed').notNull().default(0),
  },
  (table) => [
    uniqueIndex('alert_words_by_word').on(table.word, table.userID),
    index('alert_words_by_user').on(table.userID, table.word),
  ],
);

/** Words that hide public posts from the account (core rule 100). */
export const muteWords = sqliteTable(
  'mute_words',
  { userID: userReference('user_id'), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.userID, table.word] })],
);

const place = () => text('place', { enum: places }).notNull();
const contentID = () => integer('content_id').notNull();

/**
 * Posts with an alert word. Each was counted for everyone who had the word at that time, up to the highest alert word
 * id, except those ignored; or only for those listed, if that list is shorter. This allows it to be undone exactly.
 */
export const alertHits = sqliteTable(
  'alert_hits',
  {
    place: place(),
    contentID: contentID(),
    word: text('word').notNull(),
    lastAlertID: integer('last_alert_id').notNull(),
    /** Ids of alert words, as JSON, whose owners can't see the post or its author. */
    ignored: text('passed_over').notNull(),
    /** Ids of the only alert words it was counted for, as JSON; null if it was counted for all but the ignored ones. */
    countedFor: text('counted_for'),
  },
  (table) => [
    primaryKey({ columns: [table.place, table.contentID, table.word] }),
    index('alert_hits_by_word').on(table.word, table.place, table.lastAlertID),
  ],
);

/** Number of posts with a word that were counted for all owners except those ignored. */
export const alertWordTotals = sqliteTable(
  'alert_word_totals',
  { word: text('word').notNull(), place: place(), posts: integer('posts').notNull() },
  (table) => [primaryKey({ columns: [table.word, table.place] })],
);

const mentionCounter = () => text('counter', { enum: mentionCounters }).notNull();

/** The users a post was counted for as a mention, with the mentioned name in lower case. */
export const mentions = sqliteTable(
  'mentions',
  { counter: mentionCounter(), contentID: contentID(), name: text('name').notNull(), userID: userReference('user_id') },
  (table) => [
    primaryKey({ columns: [table.counter, table.contentID, table.name, table.userID] }),
    index('mentions_by_user').on(table.userID, table.counter),
  ],
);

/** Number of mentions of a user, now and when they last looked (forums rule B57). */
export const mentionTotals = sqliteTable(
  'mention_totals',
  {
    userID: userReference('user_id'),
    counter: mentionCounter(),
    total: integer('total').notNull(),
    viewed: integer('viewed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userID, table.counter] })],
);

/** Hashtags as typed, and the number of posts with them that everyone can see (forums rule B60). */
export const hashtags = sqliteTable('hashtags', {
  tag: text('tag').primaryKey(),
  publicPosts: integer('public_posts').notNull(),
});

/** Hashtags that a post has or had. They're never removed (forums rule B60). */
export const hashtagUses = sqliteTable(
  'hashtag_uses',
  {
    place: place(),
    contentID: contentID(),
    tag: text('tag').notNull(),
    /** Whether everyone can see the post, even without logging in. */
    isPublic: flag('is_public').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.place, table.contentID, table.tag] }),
    index('hashtag_uses_by_tag').on(table.tag, table.isPublic),
  ],
);
