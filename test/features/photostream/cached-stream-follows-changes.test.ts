import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { importTimeZones } from '#core/ship-time/index.ts';
import { setLevel } from '#core/users/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { giveRegistrationCodes } from '../../support/accounts.ts';
import type { User } from '../../support/app.ts';
import { assertCachesFollow } from '../../support/follows-changes.ts';
import { moderationApi } from '../../support/moderation.ts';
import { addOfficial, linkToEvent } from '../performers/support.ts';
import { buildCalendarOf, forcedOptions } from '../schedule/support.ts';
import {
  block,
  changeServerSettings,
  deletePhoto,
  listPhotos,
  type Photo,
  type Query,
  reportPhoto,
  startShipWithPhotos,
  upload,
} from './support.ts';

/** Pages of the stream are rendered once for many users. */
const ship = await startShipWithPhotos();
const { eventParams, context, manager, moderator, photographer } = ship;
changeServerSettings(ship, { photostreamUploadRateLimit: 0 });
const desk = await ship.atLevel('devteam');
const knotsID = eventParams('08').params.event_id;

/** Two photos, and the users who look at them. */
interface Scene {
  readonly author: User;
  readonly other: User;
  readonly reader: User;
  readonly photo: Photo;
  readonly elsewhere: Photo;
}

let sceneCount = 0;

async function setScene(): Promise<Scene> {
  sceneCount += 1;
  const named = (name: string) => ship.newcomer(`${name}-${sceneCount}`);
  const [author, other, reader] = [await named('author'), await named('other'), await named('reader')];
  await author.get(profilesApi.editOwnProfile, { body: { displayName: 'Someone' } });
  return {
    author,
    other,
    reader,
    photo: await upload(ship, author, { eventID: knotsID }),
    elsewhere: await upload(ship, other, { locationName: 'Ashore' }),
  };
}

async function lookAsEveryone({ author, reader }: Scene) {
  const queries: Query[] = [
    {},
    { eventID: knotsID },
    { locationName: 'Ashore' },
    { locationName: 'On Boat' },
    { byUser: author.userID },
    { start: 1, limit: 2 },
  ];
  const seen = [];
  for (const user of [reader, author, moderator, photographer]) {
    for (const query of queries) seen.push(await listPhotos(user, query));
  }
  return seen;
}

const setState = ({ postID }: Photo, state: string) =>
  moderator.get(moderationApi.setPhotoState, { params: { photo_id: postID, state } });

/** Changes, each of which some user sees. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a new photo': ({ other }) => upload(ship, other),
  'a deleted photo': ({ elsewhere }) => deletePhoto(moderator, elsewhere),
  'a photo under review': ({ photo }) => setState(photo, 'quarantined'),
  'a photo that many have reported': async ({ photo, other, reader }) => {
    await giveRegistrationCodes(ship, other, reader, moderator);
    for (const user of [other, reader, moderator]) await reportPhoto(user, photo);
  },
  'an author with another name': ({ author }) =>
    author.get(profilesApi.changeOwnUsername, { body: { username: `${author.username}-renamed` } }),
  'an author with another name to be shown': ({ author }) =>
    author.get(profilesApi.editOwnProfile, { body: { displayName: 'The Author' } }),
  'a profile under review': ({ author }) =>
    moderator.get(moderationApi.setProfileState, { params: { userID: author.userID, state: 'quarantined' } }),
  'a banned author': async ({ other }) => transact(context, (context) => setLevel(context, other.userID, 'banned')),
  'a block': ({ reader, other }) => block(other, reader),
  'an event that one follows': ({ reader }) => reader.get(scheduleApi.addFavorite, eventParams('08')),
  'an event that needs a photographer': () => manager.get(scheduleApi.needPhotographer, eventParams('08')),
  'a photographer who signs up': () => photographer.get(scheduleApi.addPhotographer, eventParams('08')),
  'a performer of the event': async () => linkToEvent(ship, await addOfficial(desk, `Singer ${sceneCount}`), knotsID),
  'another clock of the ship': async () =>
    transact(context, (context) =>
      importTimeZones(context, '20250301T050000Z\tCST\tAmerica/Chicago', { force: true, dryRun: false }),
    ),
  'an event that was deleted': async () =>
    transact(context, (context) =>
      importSchedule(context, buildCalendarOf({ other: { start: '20250303T150000Z' } }), forcedOptions),
    ),
};

describe('is seen by everyone immediately, despite caches:', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(what, () => assertCachesFollow(ship, { setScene, look: lookAsEveryone }, change));
  }
});
