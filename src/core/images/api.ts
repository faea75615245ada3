import { minimum, optional } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { queryText } from '#contract/query.ts';
import { minute, type RateLimit } from '#contract/rate-limit.ts';
import { pictureNameInPath } from './records.ts';

/** Maximum number of characters in a QR code (core rule 114). */
const maxQrText = 512;

/** Clients show them without a token, so a crowd behind one address requests many at once (core rule 125). */
const qrCodesDrawn: RateLimit = {
  what: 'QR codes',
  perFamily: { max: 120, seconds: minute },
  perAddress: { max: 1200, seconds: minute },
};

/** Clients fetch pictures without a token, so they stay readable whatever the server's minimum level. */
const forEveryone = {
  access: optional,
  feature: 'images',
  preregistration: true,
  ignoresServerMinimum: true,
} as const;

export const imagesApi = {
  fullPicture: endpoint({
    method: 'GET',
    path: '/image/full/{filename}',
    ...forEveryone,
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'A picture in full size',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/image/thumb/{filename}',
    ...forEveryone,
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'A picture in small size',
  }),
  archivedThumbnail: endpoint({
    method: 'GET',
    path: '/image/archive/{filename}',
    access: minimum('moderator'),
    feature: 'images',
    params: { filename: pictureNameInPath },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: 'The small size of a picture that was replaced or removed',
  }),
  fullAvatar: endpoint({
    method: 'GET',
    path: '/image/user/full/{userID}',
    ...forEveryone,
    params: { userID: uuid },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: "A user's avatar in full size, or the identicon",
  }),
  avatarThumbnail: endpoint({
    method: 'GET',
    path: '/image/user/thumb/{userID}',
    ...forEveryone,
    params: { userID: uuid },
    response: { content: 'image/*' },
    hasEntityTag: true,
    summary: "A user's avatar in small size, or the identicon",
  }),
  identicon: endpoint({
    method: 'GET',
    path: '/image/user/identicon/{userID}',
    ...forEveryone,
    params: { userID: uuid },
    response: { content: 'image/png' },
    hasEntityTag: true,
    summary: 'The picture drawn from a user id',
  }),
  qrCode: endpoint({
    method: 'GET',
    path: '/image/qrcode',
    ...forEveryone,
    limit: qrCodesDrawn,
    query: { string: queryText(maxQrText) },
    response: { content: 'image/png' },
    hasEntityTag: true,
    summary: 'A text as a QR code of 400 x 400 pixels',
  }),
};
