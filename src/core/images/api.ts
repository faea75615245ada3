import { minimum, optional } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { queryText } from '#contract/query.ts';
import { minuteSeconds, type RateLimit } from '#contract/rate-limit.ts';
import { pictureNameInPath } from './records.ts';

/** Maximum number of characters in a QR code (core rule 114). */
const maxQrText = 512;

/** Clients show them without a token, so a crowd behind one address requests many at once (core rule 125). */
const qrCodeLimit: RateLimit = {
  what: 'QR codes',
  perFamily: { max: 120, seconds: minuteSeconds },
  perAddress: { max: 1200, seconds: minuteSeconds },
};

/** Clients fetch pictures without a token, so they stay readable whatever the server's minimum level. */
const publicOptions = {
  access: optional,
  feature: 'images',
  preregistration: true,
  ignoresServerMinimum: true,
} as const;

export const imagesApi = {
  fullPicture: endpoint({
    method: 'GET',
    path: '/image/full/{filename}',
    ...publicOptions,
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'Get a picture in full size',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/image/thumb/{filename}',
    ...publicOptions,
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'Get a thumbnail of a picture',
  }),
  archivedThumbnail: endpoint({
    method: 'GET',
    path: '/image/archive/{filename}',
    access: minimum('moderator'),
    feature: 'images',
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'Get a thumbnail of a replaced or deleted picture',
  }),
  fullAvatar: endpoint({
    method: 'GET',
    path: '/image/user/full/{userID}',
    ...publicOptions,
    params: { userID: uuid },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: "Get a user's profile picture in full size, or their identicon",
  }),
  avatarThumbnail: endpoint({
    method: 'GET',
    path: '/image/user/thumb/{userID}',
    ...publicOptions,
    params: { userID: uuid },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: "Get a thumbnail of a user's profile picture, or their identicon",
  }),
  identicon: endpoint({
    method: 'GET',
    path: '/image/user/identicon/{userID}',
    ...publicOptions,
    params: { userID: uuid },
    response: { content: 'image/png' },
    hasEntityTag: true,
    summary: "Get a user's identicon",
  }),
  qrCode: endpoint({
    method: 'GET',
    path: '/image/qrcode',
    ...publicOptions,
    limit: qrCodeLimit,
    query: { string: queryText(maxQrText) },
    response: { content: 'image/png' },
    hasEntityTag: true,
    summary: 'Generate a QR code of 400 x 400 pixels',
  }),
};
