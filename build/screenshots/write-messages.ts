import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import type { BoardedPassengers, Passenger } from './people.ts';
import { drawScene } from './scenes.ts';

type Wait = BoardedPassengers['wait'];

type ScriptedMessage = readonly [who: Passenger, text: string, pictures?: number];

const takePictures = async (count = 0) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({ image: (await drawScene(index)).toString('base64') })),
  );

/** Creates a thread with these posts; returns its id. */
export async function createThread(
  { categoryID, title }: { categoryID: string; title: string },
  [[opener, first, pictures], ...replies]: readonly [ScriptedMessage, ...ScriptedMessage[]],
  wait: Wait,
): Promise<string> {
  const { forumID } = await opener.get(forumsApi.create, {
    params: { categoryID },
    body: { title, firstPost: { text: first, images: await takePictures(pictures) } },
  });
  for (const [who, text, count] of replies) {
    wait(7);
    await who.get(forumsApi.post, { params: { forumID }, body: { text, images: await takePictures(count) } });
  }
  return forumID;
}

/** Creates a chat with these posts; returns its id. */
export async function createChat(
  title: string,
  [owner, ...others]: readonly [Passenger, ...Passenger[]],
  messages: readonly ScriptedMessage[],
  wait: Wait,
): Promise<string> {
  const initialUsers = others.map(({ userID }) => userID);
  const { fezID } = await owner.get(fezApi.create, {
    body: { fezType: 'open', title, info: '', minCapacity: 0, maxCapacity: 0, initialUsers },
  });
  await say(fezID, messages, wait);
  return fezID;
}

/** Posts these messages in a chat or group. */
export async function say(fezID: string, messages: readonly ScriptedMessage[], wait: Wait): Promise<void> {
  for (const [who, text, count] of messages) {
    wait(6);
    await who.get(fezApi.post, { params: { fezID }, body: { text, images: await takePictures(count) } });
  }
}

/** Creates a group that looks for people; returns its id. */
export async function createGroup(
  owner: Passenger,
  group: { title: string; info: string; location: string; startTime: string; hours?: number; maxCapacity?: number },
): Promise<string> {
  const { hours = 1, maxCapacity = 6, ...texts } = group;
  const endTime = new Date(Date.parse(group.startTime) + hours * 3_600_000).toISOString();
  const body = { ...texts, fezType: 'gaming', endTime, minCapacity: 2, maxCapacity, initialUsers: [] };
  return (await owner.get(fezApi.create, { body })).fezID;
}

/** Posts to the feed; returns the number of the last post. */
export async function post(posts: readonly ScriptedMessage[], wait: Wait): Promise<number> {
  let last = 0;
  for (const [who, text, count] of posts) {
    wait(9);
    last = (await who.get(microblogApi.create, { body: { text, images: await takePictures(count) } })).postID;
  }
  return last;
}
