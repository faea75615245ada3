import assert from 'node:assert/strict';
import { imagesApi } from '#core/images/api.ts';
import { processUpload } from '#core/images/index.ts';
import type { TestApp } from './app.ts';

/** Stores a picture like posts do; returns its name. */
export async function storePicture({ context }: TestApp, image: Buffer): Promise<string> {
  const picture = await processUpload(context, { image }, { avatar: false, key: 'image' });
  assert.ok(picture);
  return picture.name;
}

/** Fetches a picture without a login. */
export const readPicture = (
  { anonymous }: TestApp,
  size: 'full' | 'thumb',
  filename: string,
  headers: Record<string, string> = {},
) => anonymous.call(size === 'full' ? imagesApi.fullPicture : imagesApi.thumbnail, { params: { filename }, headers });
