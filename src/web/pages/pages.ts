import type { Page } from '../page.ts';
import { chat } from './chats/chat.ts';
import { chats, groups } from './chats/chats.ts';
import { newChat } from './chats/new-chat.ts';
import { findName, recover } from './door/recover.ts';
import { signIn } from './door/sign-in.ts';
import { signOut } from './door/sign-out.ts';
import { editFeedPost, feed, feedPost } from './feed/feed.ts';
import { category, forums } from './forums/forums.ts';
import { forumPosts, ownThreads, searchForums } from './forums/lists.ts';
import { newThread } from './forums/new-thread.ts';
import { editForumPost, forumPost, threadOfPost } from './forums/post.ts';
import { thread } from './forums/thread.ts';
import { game, games, recommendGames } from './games/games.ts';
import { hunt, hunts, puzzle } from './hunts/hunts.ts';
import { items } from './items/items.ts';
import { more } from './more/more.ts';
import { offline } from './offline/offline.ts';
import { blockedPeople, favoritePeople, mutedPeople, notes } from './people/lists.ts';
import { people, person, personByName } from './people/people.ts';
import { performer, performers } from './performers/performers.ts';
import { photos } from './photos/photos.ts';
import { reported, reportPages } from './reports/reports.ts';
import { event, eventForum } from './schedule/event.ts';
import { schedule, scheduleOfDay } from './schedule/schedule.ts';
import { accounts, changeName, changePassword, giveCode } from './settings/account.ts';
import { editProfile } from './settings/profile.ts';
import { settings } from './settings/settings.ts';
import { words } from './settings/words.ts';
import { songs } from './songs/songs.ts';
import { today } from './today/today.ts';

/** Every page of the service. */
export const pages: readonly Page[] = [
  today,
  signIn,
  signOut,
  recover,
  findName,
  offline,
  schedule,
  scheduleOfDay,
  event,
  eventForum,
  chats,
  groups,
  newChat,
  chat,
  forums,
  category,
  ownThreads,
  searchForums,
  forumPosts,
  forumPost,
  threadOfPost,
  editForumPost,
  thread,
  newThread,
  people,
  favoritePeople,
  mutedPeople,
  blockedPeople,
  notes,
  personByName,
  person,
  feed,
  feedPost,
  editFeedPost,
  photos,
  games,
  recommendGames,
  game,
  songs,
  hunts,
  hunt,
  puzzle,
  items,
  performers,
  performer,
  settings,
  editProfile,
  changePassword,
  changeName,
  accounts,
  giveCode,
  words,
  ...reportPages,
  reported,
  more,
];
