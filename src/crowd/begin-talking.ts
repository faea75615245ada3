import { createRandom, type Random } from './random.ts';

/** A person who may post. */
interface Poster {
  readonly userID: string;
  readonly authorization: string;
}

/** A word that few posts contain. */
export const rareWord = 'lighthouse';

const hourMilliseconds = 60 * 60_000;
const maxConcurrent = 20;

type Call = (talker: Poster, path: string, body: object) => Promise<void>;

/** Creates chats, threads, meetings and feed posts, so that the crowd finds what a ship has after a day. */
export async function writeInitialContent(
  talkers: readonly Poster[],
  categories: readonly string[],
  call: Call,
): Promise<void> {
  const random = createRandom(1);
  const begin = (share: number, act: (talker: Poster) => Promise<void>) =>
    Array.from({ length: Math.max(1, Math.floor(talkers.length / share)) }, () => () => act(random.oneOf(talkers)));
  await runConcurrently([
    ...begin(5, (talker) => call(talker, '/fez/create', makeChat(talkers, talker, random))),
    ...begin(5, (talker) => call(talker, '/microblog/create', writePost(random))),
    ...begin(20, (talker) => call(talker, '/fez/create', makeMeeting(random))),
    ...begin(20, (talker) =>
      categories.length === 0
        ? Promise.resolve()
        : call(talker, `/forum/categories/${random.oneOf(categories)}/create`, {
            title: `About ${random.uuid().slice(0, 8)}`,
            firstPost: writePost(random),
          }),
    ),
  ]);
}

async function runConcurrently(works: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...works];
  const workOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: maxConcurrent }, workOn));
}

const writePost = (random: Random) => ({
  text: random.onceIn(50) ? `Who has seen the ${rareWord}?` : `Hello ${random.uuid().slice(0, 8)} #sailing`,
  images: [],
});

const makeChat = (talkers: readonly Poster[], { userID }: Poster, random: Random) => ({
  fezType: 'open',
  title: `Talk ${random.uuid().slice(0, 8)}`,
  info: '',
  minCapacity: 0,
  maxCapacity: 0,
  initialUsers: random
    .pick(talkers, 5)
    .map((other) => other.userID)
    .filter((other) => other !== userID),
});

const makeMeeting = (random: Random) => {
  const startTime = Date.now() + (1 + random.below(48)) * hourMilliseconds;
  return {
    fezType: 'activity',
    title: `Meeting ${random.uuid().slice(0, 8)}`,
    info: 'Made up to try this machine',
    location: 'Lido',
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + hourMilliseconds).toISOString(),
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [],
  };
};
