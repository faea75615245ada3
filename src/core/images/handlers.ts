import type { Context, Handlers } from '#area/context.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { type Content, respondWith } from '#contract/response.ts';
import { findUser, presentHeader } from '#core/users/index.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import type { imagesApi } from './api.ts';
import { drawIdenticonOf, drawQrCodeOf } from './drawn-picture.ts';
import { findPicture, type PictureSize, pictureCacheSeconds } from './stored-picture.ts';

type ReadHeader = (name: string) => string | undefined;

const inParts = (header: ReadHeader) => ({ inParts: header('range') !== undefined });
/** Also said of pictures answered from memory: a later request for a part is answered from the file. */
const withParts = (content: Content) => respondWith(content, { headers: { 'accept-ranges': 'bytes' } });

async function picture(context: Context, size: PictureSize, name: string, header: ReadHeader) {
  const content = await findPicture(context, size, name, inParts(header));
  if (!content) throw notFound('image');
  return withParts(content);
}

/** An avatar under review is not shown, as in the header of the person (core rules 80 and 112). */
async function avatar(context: Context, size: PictureSize, userID: string, header: ReadHeader) {
  const owner = findUser(context, userID);
  if (!owner) throw notFound('user');
  const name = presentHeader(owner).userImage ?? '';
  const content = isPictureName(name) ? await findPicture(context, size, name, inParts(header)) : undefined;
  return content ? withParts(content) : drawIdenticonOf(userID);
}

export function imagesHandlers(context: Context): Handlers<typeof imagesApi> {
  return {
    fullPicture: ({ params, header }) => picture(context, 'full', params.filename, header),
    thumbnail: ({ params, header }) => picture(context, 'thumb', params.filename, header),
    archivedThumbnail: ({ params, header }) => picture(context, 'archive', params.filename, header),
    fullAvatar: ({ params, header }) => avatar(context, 'full', params.userID, header),
    avatarThumbnail: ({ params, header }) => avatar(context, 'thumb', params.userID, header),
    identicon: ({ params }) => ({ ...drawIdenticonOf(params.userID), cacheSeconds: pictureCacheSeconds }),
    qrCode: async ({ query }) => {
      if (query.string === undefined) throw malformed('string is missing');
      return { ...(await drawQrCodeOf(query.string)), cacheSeconds: pictureCacheSeconds };
    },
  };
}
