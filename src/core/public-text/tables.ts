import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id } from '#db/columns.ts';
import { mentionCounters, places } from './kinds-of-post.ts';

const userReference = (name: string) =>
  id(name)
    .notNull()
    .references(() => users.id);

/** Words whose use in public posts notifies the account, and how often that was (core rule 100, fez rule 74). */
export const alertWords = sqliteTable(
  'alert_words',
  {
    /** Of words that were removed and added again it is another one. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    userID: userReference('user_id'),
    word: text('word').notNull(),
    /**
     * What their count differs by from `alert_word_totals`: less by posts from before they added the word and posts that
     * they were ignored for, more by posts that were counted for few alone. So most posts change no row of any user.
     */
    forumOffset: integer('forum_offset').notNull().default(0),
    /** Their count when it was last viewed. */
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
 * Which posts have a word that someone is alerted to. It was counted for all who had the word then, up to the alert
 * word with the highest id, but for those that were ignored; or for those of a list alone, where that is shorter. So
 * exactly this can be taken back.
 */
export const alertHits = sqliteTable(
  'alert_hits',
  {
    place: place(),
    contentID: contentID(),
    word: text('word').notNull(),
    lastAlertID: integer('last_alert_id').notNull(),
    /** Ids of alert words, as JSON: their owners do not see the post or its author. */
    passedOver: text('passed_over').notNull(),
    /** Ids of alert words, as JSON: for their owners alone it was counted. Null where it was for all but those ignored. */
    countedFor: text('counted_for'),
  },
  (table) => [
    primaryKey({ columns: [table.place, table.contentID, table.word] }),
    index('alert_hits_by_word').on(table.word, table.place, table.lastAlertID),
  ],
);

/** In how many posts a word is that was counted for all who had it but few. */
export const alertWordTotals = sqliteTable(
  'alert_word_totals',
  { word: text('word').notNull(), place: place(), posts: integer('posts').notNull() },
  (table) => [primaryKey({ columns: [table.word, table.place] })],
);

const mentionCounter = () => text('counter', { enum: mentionCounters }).notNull();

/** For whom which post was counted as a mention, by the name it mentions, in lower case. */
export const mentions = sqliteTable(
  'mentions',
  { counter: mentionCounter(), contentID: contentID(), name: text('name').notNull(), userID: userReference('user_id') },
  (table) => [
    primaryKey({ columns: [table.counter, table.contentID, table.name, table.userID] }),
    index('mentions_by_user').on(table.userID, table.counter),
  ],
);

/** How many mentions there are of a user, and how many there were when they last looked (forums rule B57). */
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

/** Hashtags as they were typed, and in how many posts that everyone may see (forums rule B60). */
export const hashtags = sqliteTable('hashtags', {
  tag: text('tag').primaryKey(),
  publicPosts: integer('public_posts').notNull(),
});

/** Which post has, or once had, which hashtag; never removed (forums rule B60). */
export const hashtagUses = sqliteTable(
  'hashtag_uses',
  {
    place: place(),
    contentID: contentID(),
    tag: text('tag').notNull(),
    /** May everyone see the post, also without a login? */
    isPublic: flag('is_public').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.place, table.contentID, table.tag] }),
    index('hashtag_uses_by_tag').on(table.tag, table.isPublic),
  ],
);
