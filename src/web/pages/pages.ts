import type { Page } from '../page.ts';
import { chat } from './chats/chat.ts';
import { chats, groups } from './chats/chats.ts';
import { newChat } from './chats/new-chat.ts';
import { findName, recover } from './door/recover.ts';
import { signIn } from './door/sign-in.ts';
import { signOut } from './door/sign-out.ts';
import { feed } from './feed/feed.ts';
import { category, forums, searchForums, unreadForums } from './forums/forums.ts';
import { newThread } from './forums/new-thread.ts';
import { thread } from './forums/thread.ts';
import { game, games, recommendGames } from './games/games.ts';
import { hunt, hunts, puzzle } from './hunts/hunts.ts';
import { items } from './items/items.ts';
import { more } from './more/more.ts';
import { people, person, personByName } from './people/people.ts';
import { performer, performers } from './performers/performers.ts';
import { photos } from './photos/photos.ts';
import { event, eventForum } from './schedule/event.ts';
import { schedule, scheduleOfDay } from './schedule/schedule.ts';
import { songs } from './songs/songs.ts';
import { today } from './today/today.ts';

/** Every page of the service. */
export const pages: readonly Page[] = [
  today,
  signIn,
  signOut,
  recover,
  findName,
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
  unreadForums,
  searchForums,
  thread,
  newThread,
  people,
  personByName,
  person,
  feed,
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
  more,
];
