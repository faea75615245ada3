import { malformed } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { drawIdenticon } from '#platform/pictures/identicon.ts';
import { PictureRejected } from '#platform/pictures/picture-rejected.ts';
import { drawQrCode } from '#platform/pictures/qr-code.ts';

/** Drawn pictures follow from their address alone, so one tag serves all of them for ever (core rules 113 and 114). */
const fixedTag = 'W/"1"';

/** The picture of a user without an avatar, for any well-formed id (decision 41). */
export function drawIdenticonOf(userID: string): Content {
  return { mediaType: 'image/png', body: new Uint8Array(drawIdenticon(userID)), etag: fixedTag };
}

/** A text as a QR code. Throws 400 for a text that is empty or too long. */
export async function drawQrCodeOf(text: string): Promise<Content> {
  try {
    return { mediaType: 'image/png', body: new Uint8Array(await drawQrCode(text)), etag: fixedTag };
  } catch (error) {
    if (error instanceof PictureRejected) throw malformed(error.message);
    throw error;
  }
}
