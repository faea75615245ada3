import { reactions } from '#core/posts/records.ts';
import { searchedWords } from '../../made-up-sailing/vocabulary.ts';
import type { Random } from '../../running/random.ts';
import type { Crowd, Passenger } from './crowd.ts';

/** One call that somebody makes. */
export interface Call {
  /** What the figures are told by. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below `/api/v3`. */
  readonly path: string;
  readonly body?: object;
}

type Choose = (crowd: Crowd, passenger: Passenger, random: Random) => Omit<Call, 'name'>;

const read = (path: string): Omit<Call, 'name'> => ({ method: 'GET', path });
const write = (path: string, body?: object): Omit<Call, 'name'> => ({ method: 'POST', path, ...(body && { body }) });
const content = (random: Random) => ({
  text: `Who comes to the ${random.uuid().slice(0, 8)} party #tonight?`,
  images: [],
});

const pageOf = <Item>(random: Random, items: readonly Item[]): Item => random.oneOf(items);
const chatOf = ({ chats }: Passenger, random: Random) => (chats.length > 0 ? random.oneOf(chats) : undefined);
const inChat = (passenger: Passenger, random: Random, act: (fezID: string) => Omit<Call, 'name'>) => {
  const fezID = chatOf(passenger, random);
  return fezID === undefined ? read('/fez/joined?limit=20') : act(fezID);
};

/** What people do, and how often of a hundred times: two thirds is looking, over all areas. */
const actions: readonly (readonly [name: string, share: number, choose: Choose])[] = [
  ['microblog page', 8, () => read('/microblog?limit=50')],
  ['microblog search', 1, () => read(`/microblog?search=${searchedWords.rare}`)],
  [
    'threads of a category',
    5,
    ({ categories }, _, random) => read(`/forum/categories/${pageOf(random, categories)}?limit=50`),
  ],
  ['forum categories', 2, () => read('/forum/categories')],
  ['recent threads', 2, () => read('/forum/recent?limit=20')],
  ['thread page', 8, ({ forums }, _, random) => read(`/forum/${pageOf(random, forums)}?limit=50`)],
  ['forum search', 1, () => read(`/forum/post/search?search=${searchedWords.rare}`)],
  ['own chats', 6, () => read('/fez/joined?limit=20')],
  ['chat page', 8, (_crowd, passenger, random) => inChat(passenger, random, (fezID) => read(`/fez/${fezID}?limit=50`))],
  ['meetings', 4, () => read('/fez/open?limit=20')],
  ['events of a day', 6, (_crowd, _passenger, random) => read(`/events?cruiseday=${random.below(8)}`)],
  ['followed events', 2, () => read('/events/favorites')],
  ['profile', 4, ({ passengers }, _, random) => read(`/users/${random.oneOf(passengers).userID}/profile`)],
  ['user search', 2, (_crowd, _passenger, random) => read(`/users/match/allnames/passenger${10 + random.below(90)}`)],
  ['announcements', 1, () => read('/notification/announcements')],
  ['photostream', 2, () => read('/photostream')],
  ['hunts', 1, () => read('/hunts')],
  ['performers', 2, () => read('/performer/official?limit=50')],
  ['clips', 1, () => read('/karaoke/mk/songlist')],
  ['board games', 2, () => read('/boardgames?limit=50')],
  ['songs', 2, () => read('/karaoke?search=love')],
  ['performances', 1, () => read('/karaoke/latest')],
  ['item board', 2, () => read('/quartermaster?limit=50')],
  [
    'chat post',
    9,
    (_crowd, passenger, random) => inChat(passenger, random, (fezID) => write(`/fez/${fezID}/post`, content(random))),
  ],
  ['microblog post', 5, (_crowd, _passenger, random) => write('/microblog/create', content(random))],
  ['thread post', 6, ({ forums }, _, random) => write(`/forum/${pageOf(random, forums)}/create`, content(random))],
  [
    'reaction to a microblog post',
    4,
    ({ feedPosts }, _, random) => write(`/microblog/${pageOf(random, feedPosts)}/${random.oneOf(reactions)}`),
  ],
  [
    'reaction to a forum post',
    4,
    ({ forumPosts }, _, random) => write(`/forum/post/${pageOf(random, forumPosts)}/${random.oneOf(reactions)}`),
  ],
  ['event followed', 2, ({ events }, _, random) => write(`/events/${pageOf(random, events)}/favorite`)],
  ['event followed no more', 1, ({ events }, _, random) => write(`/events/${pageOf(random, events)}/favorite/remove`)],
  ['meeting joined', 1, ({ meetings }, _, random) => write(`/fez/${pageOf(random, meetings)}/join`)],
  ['meeting left', 1, ({ meetings }, _, random) => write(`/fez/${pageOf(random, meetings)}/unjoin`)],
  ['favorite game', 1, ({ games }, _, random) => write(`/boardgames/${pageOf(random, games)}/favorite`)],
  ['favorite user', 1, ({ passengers }, _, random) => write(`/users/${random.oneOf(passengers).userID}/favorite`)],
];

const deck = actions.flatMap((action) => Array.from({ length: action[1] }, () => action));

/** Something that one passenger does. */
export function chooseAction(crowd: Crowd, passenger: Passenger, random: Random): Call {
  const [name, , choose] = random.oneOf(deck);
  return { name, ...choose(crowd, passenger, random) };
}

/** What every client does again and again. */
export const poll: Call = { name: 'poll', ...read('/notification/global') };

export const actionNames: readonly string[] = actions.map(([name]) => name);
