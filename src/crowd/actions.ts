import type { Crowd, Passenger } from './crowd.ts';
import type { Random } from './random.ts';

/** One call by one person. */
export interface Call {
  /** Name in the results. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Below `/api/v3`. */
  readonly path: string;
  readonly body?: object;
}

type ChooseCall = (crowd: Crowd, passenger: Passenger, random: Random) => Omit<Call, 'name'>;

const read = (path: string): Omit<Call, 'name'> => ({ method: 'GET', path });
const write = (path: string, body?: object): Omit<Call, 'name'> => ({ method: 'POST', path, ...(body && { body }) });
const makePostContent = (random: Random) => ({
  text: `Who comes to the ${random.uuid().slice(0, 8)} party #tonight?`,
  images: [],
});
const reactions = ['laugh', 'like', 'love'] as const;

/** Makes a call on one of these; if there are none, as on a new ship, requests the page that would list them. */
const callForRandomItem = <Item>(
  items: readonly Item[],
  random: Random,
  listPath: string,
  act: (item: Item) => Omit<Call, 'name'>,
): Omit<Call, 'name'> => (items.length === 0 ? read(listPath) : act(random.oneOf(items)));
const chooseChat = ({ chats }: Passenger, random: Random) => (chats.length > 0 ? random.oneOf(chats) : undefined);
const callInRandomChat = (passenger: Passenger, random: Random, act: (fezID: string) => Omit<Call, 'name'>) => {
  const fezID = chooseChat(passenger, random);
  return fezID === undefined ? read('/fez/joined?limit=20') : act(fezID);
};

/** The actions with their percentages: two thirds are reads, across all areas. */
const actions: readonly (readonly [name: string, share: number, choose: ChooseCall])[] = [
  ['microblog page', 8, () => read('/microblog?limit=50')],
  ['microblog search', 1, ({ searchedWord }) => read(`/microblog?search=${searchedWord}`)],
  [
    'threads of a category',
    5,
    ({ categories }, _, random) =>
      callForRandomItem(categories, random, '/forum/categories', (id) => read(`/forum/categories/${id}?limit=50`)),
  ],
  ['forum categories', 2, () => read('/forum/categories')],
  ['recent threads', 2, () => read('/forum/recent?limit=20')],
  [
    'thread page',
    8,
    ({ forums }, _, random) =>
      callForRandomItem(forums, random, '/forum/recent', (id) => read(`/forum/${id}?limit=50`)),
  ],
  ['forum search', 1, ({ searchedWord }) => read(`/forum/post/search?search=${searchedWord}`)],
  ['own chats', 6, () => read('/fez/joined?limit=20')],
  [
    'chat page',
    8,
    (_crowd, passenger, random) => callInRandomChat(passenger, random, (fezID) => read(`/fez/${fezID}?limit=50`)),
  ],
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
    (_crowd, passenger, random) =>
      callInRandomChat(passenger, random, (fezID) => write(`/fez/${fezID}/post`, makePostContent(random))),
  ],
  ['microblog post', 5, (_crowd, _passenger, random) => write('/microblog/create', makePostContent(random))],
  [
    'thread post',
    6,
    ({ forums }, _, random) =>
      callForRandomItem(forums, random, '/forum/recent', (id) => write(`/forum/${id}/create`, makePostContent(random))),
  ],
  [
    'reaction to a microblog post',
    4,
    ({ feedPosts }, _, random) =>
      callForRandomItem(feedPosts, random, '/microblog', (id) => write(`/microblog/${id}/${random.oneOf(reactions)}`)),
  ],
  [
    'reaction to a forum post',
    4,
    ({ forumPosts }, _, random) =>
      callForRandomItem(forumPosts, random, '/forum/recent', (id) =>
        write(`/forum/post/${id}/${random.oneOf(reactions)}`),
      ),
  ],
  [
    'event followed',
    2,
    ({ events }, _, random) => callForRandomItem(events, random, '/events', (id) => write(`/events/${id}/favorite`)),
  ],
  [
    'event unfollowed',
    1,
    ({ events }, _, random) =>
      callForRandomItem(events, random, '/events', (id) => write(`/events/${id}/favorite/remove`)),
  ],
  [
    'meeting joined',
    1,
    ({ meetings }, _, random) => callForRandomItem(meetings, random, '/fez/open', (id) => write(`/fez/${id}/join`)),
  ],
  [
    'meeting left',
    1,
    ({ meetings }, _, random) => callForRandomItem(meetings, random, '/fez/open', (id) => write(`/fez/${id}/unjoin`)),
  ],
  [
    'favorite game',
    1,
    ({ games }, _, random) =>
      callForRandomItem(games, random, '/boardgames', (id) => write(`/boardgames/${id}/favorite`)),
  ],
  ['favorite user', 1, ({ passengers }, _, random) => write(`/users/${random.oneOf(passengers).userID}/favorite`)],
];

const weightedActions = actions.flatMap((action) => Array.from({ length: action[1] }, () => action));

/** An action by one passenger. */
export function chooseAction(crowd: Crowd, passenger: Passenger, random: Random): Call {
  const [name, , choose] = random.oneOf(weightedActions);
  return { name, ...choose(crowd, passenger, random) };
}

/** Calls that every client polls. */
export const poll: Call = { name: 'poll', ...read('/notification/global') };

export const actionNames: readonly string[] = actions.map(([name]) => name);
