import { transact } from '#area/context.ts';
import { userRoles } from '#contract/access.ts';
import { boardgamesApi } from '#features/boardgames/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { huntsApi } from '#features/hunts/api.ts';
import { incidentsApi } from '#features/incidents/api.ts';
import { karaokeApi } from '#features/karaoke/api.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { insertEntry, saveCapacity } from '#features/seats/store.ts';
import type { Page } from '#web/page.ts';
import { reload as reloadSongs } from '../features/karaoke/support.ts';
import { startTestApp, type TestApp, type TestAppOptions, type User } from '../support/app.ts';
import { addSong, singSong } from '../support/clips.ts';
import { createPicture } from '../support/pictures.ts';
import { giveRole } from '../support/roles.ts';
import { canOpenPage } from './can-open.ts';
import { type HostileTexts, makeCrew, makeDeskWork, makeProgramme, makeReportedContent } from './staff-world.ts';

/** A ship on which every page has content. */
export interface WebTestWorld {
  readonly app: TestApp;
  /** The user who created all content. */
  readonly author: User;
  /** Returns a user who may open a page: the author, unless the page is for staff. */
  viewerOf(page: Page): User;
  /** Returns an address of a page that has content. */
  addressOf(page: Page): string;
}

/** The text in everything that users write here: it becomes visible if it isn't escaped. */
export const hostileText = `<script>alert(1)</script> "quoted' & <b onmouseover=alert(2)>bold</b> @james #hashtag https://example.com/?a=1&b=2`;

const usualTexts: HostileTexts = { title: '<i>Title</i> & more', text: hostileText };

/** `texts` are the users' texts: titles, and everything else. */
export async function startWorld(options?: TestAppOptions, texts: HostileTexts = usualTexts): Promise<WebTestWorld> {
  const { title, text } = texts;
  const app = await startTestApp(options);
  const author = await app.newcomer('author');
  const { userID: otherID } = await app.logIn('james');
  const firstPost = { text, images: [] };
  const [event] = await author.get(scheduleApi.list);
  const categories = await author.get(forumsApi.categories);
  const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);
  if (!event || !category) throw new Error('a fresh ship has events and categories');
  const forum = await author.get(forumsApi.create, {
    params: { categoryID: category.categoryID },
    body: { title, firstPost },
  });
  const chat = await author.get(fezApi.create, {
    body: {
      fezType: 'closed',
      title,
      info: text,
      minCapacity: 0,
      maxCapacity: 0,
      initialUsers: [otherID],
      firstPost,
    },
  });
  const admin = await app.logIn('admin');
  await admin.get(huntsApi.create, {
    body: {
      title,
      description: text,
      puzzles: [{ title, body: text, answer: 'yes', hints: { no: text } }],
    },
  });
  const { hunts } = await author.get(huntsApi.list);
  const huntID = hunts[0]?.huntID ?? '';
  const { puzzles } = await author.get(huntsApi.read, { params: { huntID } });
  await admin.get(performersApi.savePerformer, {
    body: {
      name: 'Ada <i>Brook</i>',
      bio: text,
      photo: {},
      isOfficialPerformer: true,
      yearsAttended: [],
      eventUIDs: [],
    },
  });
  const { performers } = await author.get(performersApi.officialPerformers);
  await reloadSongs(app, admin, [['Ada Brook', title]]);
  const { songs } = await author.get(karaokeApi.list, { query: { search: 'a' } });
  const host = await giveRole(app, await app.newcomer('karaoke-host'), 'karaokemanager');
  await host.get(karaokeApi.openQueue);
  for (const singer of [host, author, await app.newcomer('karaoke-singer')])
    await singer.get(karaokeApi.joinQueue, { body: { title } });
  await host.get(karaokeApi.callNextSinger, { body: {} });
  const { gameArray } = await author.get(boardgamesApi.list);
  const feedPost = await author.get(microblogApi.create, { body: firstPost });
  await author.get(microblogApi.reply, { params: { postID: feedPost.postID }, body: firstPost });
  const photo = await author.get(photostreamApi.upload, {
    body: {
      image: (await createPicture()).toString('base64'),
      description: 'The deck at noon',
      createdAt: app.context.clock.now().toISOString(),
      locationName: 'On Boat',
    },
  });
  const group = await author.get(fezApi.create, {
    body: {
      fezType: 'meetup',
      title,
      info: text,
      startTime: new Date(app.context.clock.now().getTime() + 86_400_000).toISOString(),
      endTime: new Date(app.context.clock.now().getTime() + 90_000_000).toISOString(),
      location: title,
      minCapacity: 2,
      maxCapacity: 4,
      initialUsers: [],
    },
  });
  const appointment = await author.get(fezApi.create, {
    body: {
      fezType: 'privateEvent',
      title,
      info: text,
      startTime: '2025-03-05T20:00:00.000Z',
      endTime: '2025-03-05T21:00:00.000Z',
      location: title,
      minCapacity: 0,
      maxCapacity: 0,
      initialUsers: [otherID],
    },
  });
  const message = await author.get(fezApi.post, { params: { fezID: group.fezID }, body: firstPost });
  const [item] = await author.get(quartermasterApi.create, {
    body: { category: 'have', location: title, items: [{ itemName: title, itemDescription: text }] },
  });
  const closed = await author.get(fezApi.create, {
    body: { fezType: 'closed', title, info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [otherID] },
  });
  const disclosed = await author.get(fezApi.post, { params: { fezID: closed.fezID }, body: { text, images: [] } });
  await author.get(fezApi.reportPost, { params: { postID: disclosed.postID }, body: { message: text } });
  addSong(app, 'Sea song', { slots: 2 });
  const sungSong = await singSong(app);
  const moderator = await app.atLevel('moderator');
  await moderator.get(microKaraokeApi.approve, { params: { songID: sungSong.songID } });
  const values: Readonly<Record<string, string>> = {
    ...(await makeProgramme(app, texts)),
    ...(await makeDeskWork(app, texts)),
    ...(await makeReportedContent(app, category.categoryID, texts)),
    day: '2',
    event: event.eventID,
    chat: chat.fezID,
    category: category.categoryID,
    thread: forum.forumID,
    post: getID(forum.posts[0]),
    feedPost: getID(feedPost),
    group: group.fezID,
    appointment: appointment.fezID,
    message: getID(message),
    disclosedPost: getID(disclosed),
    photo: getID(photo),
    item: item?.itemID ?? '',
    song: String(sungSong.songID),
    karaokeSong: songs[0]?.songID ?? '',
    person: otherID,
    username: 'james',
    topic: 'first-start',
    game: gameArray[0]?.gameID ?? '',
    hunt: huntID,
    puzzle: puzzles[0]?.puzzleID ?? '',
    performer: performers[0]?.id ?? '',
  };
  giveSeat(app, event.eventID, [author.userID, otherID]);
  const crew = await makeCrew(app);
  const incident = await author.get(incidentsApi.file, {
    body: { what: text, who: text, where: text, when: text, wish: text, mayContact: true },
  });
  await crew.get(incidentsApi.note, { params: { incidentID: incident.id }, body: { text } });
  const people = [
    { user: author, level: 'verified', roles: [] },
    { user: crew, level: 'devteam', roles: userRoles },
  ] as const;
  return {
    app,
    author,
    viewerOf: (page) =>
      (isSignInPage(page) ? crew : undefined) ??
      people.find(({ level, roles }) => canOpenPage(page, level, roles) === 200)?.user ??
      admin,
    addressOf: ({ path }) => fillParams(path, { ...values, incident: incident.id }),
  };
}

/** Whether only hosts of events and staff see the page. */
export const isSignInPage = ({ path }: Page): boolean => path === '/event/{event}/seats';

/** Gives the only seat of an event to the first of these users; the others wait. The event may be over. */
function giveSeat({ context }: TestApp, eventID: string, userIDs: readonly string[]): void {
  const at = context.clock.now();
  transact(context, ({ db }) => {
    saveCapacity(db, eventID, 1);
    for (const [index, userID] of userIDs.entries())
      insertEntry(db, { eventID, userID, arrivedAt: at, seatedAt: index === 0 ? at : null, checkedInAt: null });
  });
}

const getID = (post: { readonly postID: number } | undefined): string => String(post?.postID);

function fillParams(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: give the world a {${name}}, so that the page is looked at`);
    return value;
  });
}
