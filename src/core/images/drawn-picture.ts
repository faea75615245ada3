import { type Context, createOncePerInstance } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { createLoadingCache } from '#platform/limits/caches.ts';

/**
 * Drawn pictures depend only on their address, so all of them share one ETag that never changes (core rules 113 and
 * 114).
 */
const fixedTag = 'W/"1"';

type Drawing = Content & { readonly body: Uint8Array };

const toDrawing = (png: Buffer): Drawing => ({ mediaType: 'image/png', body: new Uint8Array(png), etag: fixedTag });

/** Approximate memory per drawing in addition to its bytes, including its key. */
const overheadBytes = 500;

const createDrawingCache = (maxBytes: number) =>
  createOncePerInstance((context) =>
    createLoadingCache<Drawing>(context.caches, { maxBytes, measure: ({ body }) => body.length + overheadBytes }),
  );

/**
 * Lists of people request identicons for everyone without a picture, so this caches 6,000 of them and 1,000 QR codes.
 */
const identicons = createDrawingCache(4 * 2 ** 20);
const qrCodes = createDrawingCache(2 * 2 ** 20);

/** Returns the picture of a user without an avatar, for any well-formed id (decision 41). */
export function drawIdenticonOf(context: Context, userID: string): Promise<Content> {
  const id = userID.toLowerCase();
  return identicons(context).get(id, async () => toDrawing(await context.pictureWorkers.drawIdenticon(id)));
}

/** Returns a text as a QR code. Throws 400 for an empty text; the declaration limits its length. */
export async function drawQrCodeOf(context: Context, text: string): Promise<Content> {
  if (text === '') throw malformed('Enter a text for the QR code.');
  return qrCodes(context).get(text, async () => toDrawing(await context.pictureWorkers.drawQrCode(text)));
}
