import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { announcementsApi } from '#features/announcements/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { startTestApp, type User } from '../support/app.ts';
import { createPicture } from '../support/pictures.ts';

/** The service that all journeys of an engine use, and what other people on board do meanwhile. */
export type Ship = Awaited<ReturnType<typeof startShip>>;

/** A chat between two people, Ada and Bob. */
export interface Chat {
  readonly title: string;
  readonly path: string;
  readonly ada: User;
  readonly bob: User;
  /** Sends a message from Bob. */
  write(text: string): Promise<void>;
  /** Marks everything as read for Ada, as if she had read it on another phone. */
  readAll(): Promise<void>;
  /** Lists the texts of its messages, as Bob receives them. */
  listTexts(): Promise<string[]>;
}

/** Starts the service, with people and content that journeys need. */
export async function startShip() {
  const app = await startTestApp({ showsBehaviour: false });
  const folder = await mkdtemp(join(tmpdir(), 'gangway-journeys-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const picture = join(folder, 'sea.png');
  await writeFile(picture, await createPicture());
  const [admin, moderator] = [await app.logIn('admin'), await app.atLevel('moderator')];
  let count = 0;
  const board = () => app.newcomer(`sailor${++count}`);
  const categories = await (await board()).get(forumsApi.categories);
  const category = categories.find((one) => !one.isRestricted && !one.isEventCategory);
  const [event] = await admin.get(scheduleApi.list);
  if (!category || !event) throw new Error('a fresh ship has categories and events');

  return {
    url: app.url,
    moderator,
    /** Path of a picture file. */
    picture,
    event: { id: event.eventID, title: event.title, listPath: `/schedule?search=${encodeURIComponent(event.title)}` },
    newThreadPath: `/forums/${category.categoryID}/new`,
    /** Creates a new passenger. */
    board,
    async startChat(countOfMessages = 0): Promise<Chat> {
      const [ada, bob] = [await board(), await board()];
      const title = `Dinner of ${ada.username}`;
      const about = { fezType: 'closed', title, info: '', minCapacity: 0, maxCapacity: 0 };
      const { fezID } = await ada.get(fezApi.create, { body: { ...about, initialUsers: [bob.userID] } });
      const at = { params: { fezID } };
      const write = async (text: string) => void (await bob.get(fezApi.post, { ...at, body: { text, images: [] } }));
      for (let number = 1; number <= countOfMessages; number += 1) await write(`message ${number}`);
      return {
        ...{ title, path: `/chats/${fezID}`, ada, bob, write },
        readAll: async () => void (await ada.get(fezApi.markRead, at)),
        async listTexts() {
          const { members } = await bob.get(fezApi.read, { ...at, query: { start: 0, limit: 200 } });
          return (members?.posts ?? []).map(({ text }) => text);
        },
      };
    },
    /** Lists someone's posts in the feed: each text and its number of pictures. */
    async listFeedOf(author: User): Promise<(readonly [text: string, pictures: number])[]> {
      const posts = await author.get(microblogApi.feed, { query: { limit: 50 } });
      return posts
        .filter((post) => post.author.userID === author.userID)
        .map(({ text, images = [] }) => [text, images.length] as const);
    },
    /** Lists the posts of a thread: each text and its number of pictures. */
    async listThread(forumID: string): Promise<(readonly [text: string, pictures: number])[]> {
      const { posts } = await admin.get(forumsApi.read, { params: { forumID } });
      return posts.map(({ text, images = [] }) => [text, images.length] as const);
    },
    async countThreadsOf(author: User): Promise<number> {
      const { forumThreads } = await author.get(forumsApi.owned);
      return (forumThreads ?? []).length;
    },
    /** Starts a thread and has someone report its last post. */
    async reportThread(text: string): Promise<{ author: User; forumID: string }> {
      const [author, reporter] = [await board(), await board()];
      const body = { title: 'Dinner tables', firstPost: { text: 'What stood before it', images: [] } };
      const { forumID } = await author.get(forumsApi.create, { params: { categoryID: category.categoryID }, body });
      const { postID } = await author.get(forumsApi.post, { params: { forumID }, body: { text, images: [] } });
      await reporter.get(forumsApi.reportPost, { params: { postID }, body: { message: 'Please look' } });
      return { author, forumID };
    },
    async announce(text: string): Promise<void> {
      const displayUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
      await admin.get(announcementsApi.create, { body: { text, displayUntil } });
    },
    /** Whether the user follows the event. */
    async follows(user: User): Promise<boolean> {
      return (await user.get(scheduleApi.event, { params: { event_id: event.eventID } })).isFavorite;
    },
  };
}
