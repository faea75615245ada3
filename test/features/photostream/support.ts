import { transact } from '#area/context.ts';
import { changeSettings, type ServerSettings } from '#core/settings/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import type { PhotostreamImageData, PhotostreamListData } from '#features/photostream/records.ts';
import type { TestApp, User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';
import { createPicture } from '../../support/pictures.ts';
import { type SampleShip, startSampleShip } from '../schedule/support.ts';

export type Photo = Wire<PhotostreamImageData>;
type PhotoList = Wire<PhotostreamListData>;

/** Fields of a photo besides its picture. */
export type Fields = Record<string, unknown>;

/**
 * Starts the sample sailing on its second day at ten, when events 08 (knots) and 09 (games) have begun, with users and
 * a moderator.
 */
export async function startShipWithPhotos(): Promise<SampleShip & { heidi: User; sam: User; moderator: User }> {
  const ship = await startSampleShip();
  const [heidi, sam, moderator] = [
    await ship.newcomer('heidi-ho'),
    await ship.newcomer('sam-so'),
    await ship.atLevel('moderator'),
  ];
  return { ...ship, heidi, sam, moderator };
}

/** Changes server settings, as the crew. */
export const changeServerSettings = ({ context }: TestApp, settings: Partial<ServerSettings>): void =>
  transact(context, (context) => changeSettings(context, settings));

const picture = (await createPicture({ width: 320, height: 260, format: 'jpeg' })).toString('base64');

/** Uploads a photo, by default taken now on board. */
export const tryToUpload = ({ clock }: TestApp, user: User, fields: Fields = { locationName: 'On Boat' }) =>
  user.call(photostreamApi.upload, { body: { image: picture, createdAt: clock.now().toISOString(), ...fields } });

export async function upload(app: TestApp, user: User, fields?: Fields): Promise<Photo> {
  const response = await tryToUpload(app, user, fields);
  if (response.status !== 200) throw new Error(`${response.status} ${response.reason}`);
  return response.body;
}

/** Query parameters of the stream. */
export type Query = Record<string, string | number>;

export const listPhotos = (user: User, query: Query = {}): Promise<PhotoList> =>
  user.get(photostreamApi.list, { query });

export const getIDs = async (user: User, query: Query = {}): Promise<number[]> =>
  (await listPhotos(user, query)).photos.map(({ postID }) => postID);

export const reportPhoto = (user: User, { postID }: Pick<Photo, 'postID'>, message = 'odd') =>
  user.call(photostreamApi.report, { params: { stream_photo_id: postID }, body: { message } });

export const deletePhoto = (moderator: User, { postID }: Pick<Photo, 'postID'>) =>
  moderator.call(photostreamApi.delete, { params: { photo_id: postID } });

export const block = (user: User, blocked: User) => user.get(usersApi.block, { params: { userID: blocked.userID } });
