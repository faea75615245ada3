import { findObjectionToPost, type Place } from './expected-visibility.ts';
import { notices } from './notices.ts';
import { createStream, type Frame, type Stream } from './stream.ts';
import { type Chat, getID, type Sailor, type SentPost, type World } from './world.ts';

/** A stream that announces posts. */
export interface PostStream extends Stream {
  /** Received posts in the order of their numbers, including duplicates. */
  heard(): SentPost[];
  /** Records that a machine was killed: unacknowledged posts may be lost, and are then sent, and received, again. */
  doubtPendingPosts(): void;
  /** Chats that the user was notified of being added to. */
  readonly addedTo: ReadonlySet<string>;
}

/** Creates the stream of one user's unread posts, from the first on. */
export function createUnreadStream(world: World, sailor: Sailor): PostStream {
  return createPostStream(world, sailor, 'unread', 'notification/socket', ({ type, info, contentID }) => {
    const [kind = ''] = Object.keys(Object(type));
    // Moderators write to authors in chats of their own.
    if (!kind.endsWith('UnreadMsg') || String(info).startsWith('moderator: ')) return undefined;
    return { text: String(info).split(': ').at(-1) ?? '', fezID: String(contentID) };
  });
}

/** Creates the stream of posts that one user gets live from a chat, starting with the first one. */
export function createChatStream(world: World, sailor: Sailor, { fezID }: Chat): PostStream {
  return createPostStream(world, sailor, 'live', `fez/${fezID}/socket`, ({ text, postID }) =>
    postID === undefined ? undefined : { text: String(text), fezID, postID: Number(postID) },
  );
}

interface AnnouncedPost {
  readonly text: string;
  readonly fezID: string;
  readonly postID?: number;
}

type ReadPost = (frame: Frame) => AnnouncedPost | undefined;

/** Returns a post that may have been under review: this one, or any of the chat if it's unknown which. */
const findReviewed = ({ chats }: World, { fezID, postID }: AnnouncedPost): SentPost | undefined =>
  chats
    .find((chat) => chat.fezID === fezID)
    ?.posts.find(
      ({ outcome, underReview, sentAt }) =>
        underReview.since(false) > sentAt && (postID === undefined || getID(outcome) === postID),
    );

interface HeardPost {
  readonly seq: number;
  readonly post: SentPost;
}

function createPostStream(world: World, sailor: Sailor, place: Place, path: string, readPost: ReadPost): PostStream {
  let heard: HeardPost[] = [];
  const doubtful = new Set<SentPost>();
  const addedTo = new Set<string>();
  const fault = (words: string) => {
    world.faults.push(`${sailor.name} ${words} (${path})`);
  };

  /** A doubtful post counts only if it isn't sent again. */
  function hear(one: HeardPost): void {
    if (doubtful.delete(one.post)) heard = heard.filter(({ post }) => post !== one.post);
    heard.push(one);
  }

  function take(frame: Frame, openedAt: number, isNew: boolean): void {
    const [kind = ''] = Object.keys(Object(frame.type));
    if (kind.startsWith('addedTo')) addedTo.add(String(frame.contentID));
    const announced = readPost(frame);
    if (!announced) return;
    const isNoticed = announced.text === notices.post;
    const post = isNoticed ? findReviewed(world, announced) : world.posts.get(announced.text);
    // The notice about an unread post doesn't contain its id.
    if (isNoticed && post && place === 'unread') return;
    if (post?.chat.fezID !== announced.fezID) {
      fault(`was notified of “${announced.text}” in ${announced.fezID}, which no one wrote there`);
      return;
    }
    const objection = findObjectionToPost(world, sailor, post, place, openedAt, isNoticed);
    if (objection) fault(`was notified of “${announced.text}” in ${announced.fezID}, ${objection}`);
    if (isNew) hear({ seq: Number(frame.seq), post });
  }

  const url = `${world.service.url}/api/v3/${path}`;
  const stream = createStream({ url, token: sailor.token, clock: world.clock, time: world.time, fault, take });
  return Object.assign(stream, {
    heard: () => heard.toSorted((a, b) => a.seq - b.seq).map(({ post }) => post),
    doubtPendingPosts() {
      for (const { post } of heard) if (post.outcome === 'under way') doubtful.add(post);
    },
    addedTo,
  });
}

/** All streams of a user. */
export const getStreams = ({ streams: { unread, chats } }: Sailor): PostStream[] => [
  ...(unread ? [unread] : []),
  ...chats.values(),
];
