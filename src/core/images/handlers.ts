import type { Context, Handlers } from '#area/context.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { type Content, respondWith } from '#contract/response.ts';
import { findUser, presentHeader } from '#core/users/index.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import type { imagesApi } from './api.ts';
import { drawIdenticonOf, drawQrCodeOf } from './drawn-picture.ts';
import { findPicture, type PictureSize, pictureCacheSeconds } from './stored-picture.ts';

type ReadHeader = (name: string) => string | undefined;

const readRange = (header: ReadHeader) => ({ isPart: header('range') !== undefined });
/** Also applies to pictures sent from memory: a later range request is served from the file. */
const respondWithPicture = (content: Content) => respondWith(content, { headers: { 'accept-ranges': 'bytes' } });

async function readPicture(context: Context, size: PictureSize, name: string, header: ReadHeader) {
  const content = await findPicture(context, size, name, readRange(header));
  if (!content) throw notFound('image');
  return respondWithPicture(content);
}

/** An avatar under review isn't shown, as in the user's header (core rules 80 and 112). */
async function readAvatar(context: Context, size: PictureSize, userID: string, header: ReadHeader) {
  const user = findUser(context, userID);
  if (!user) throw notFound('user');
  const name = presentHeader(user).userImage ?? '';
  const content = isPictureName(name) ? await findPicture(context, size, name, readRange(header)) : undefined;
  return content ? respondWithPicture(content) : drawIdenticonOf(context, userID);
}

export function imagesHandlers(context: Context): Handlers<typeof imagesApi> {
  return {
    fullPicture: ({ params, header }) => readPicture(context, 'full', params.filename, header),
    thumbnail: ({ params, header }) => readPicture(context, 'thumb', params.filename, header),
    archivedThumbnail: ({ params, header }) => readPicture(context, 'archive', params.filename, header),
    fullAvatar: ({ params, header }) => readAvatar(context, 'full', params.userID, header),
    avatarThumbnail: ({ params, header }) => readAvatar(context, 'thumb', params.userID, header),
    identicon: async ({ params }) => ({
      ...(await drawIdenticonOf(context, params.userID)),
      cacheSeconds: pictureCacheSeconds,
    }),
    qrCode: async ({ query }) => {
      if (query.string === undefined) throw malformed('The field string is missing.');
      return { ...(await drawQrCodeOf(context, query.string)), cacheSeconds: pictureCacheSeconds };
    },
  };
}
