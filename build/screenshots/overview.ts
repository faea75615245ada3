import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** The screenshots in the README's picture, from left to right; heights and gaps in pixels. */
const screenshotParts = [
  { file: 'phone-light/today.png', width: 240 },
  { file: 'phone-dark/chat.png', width: 240 },
  { file: 'desk-light/schedule.png', width: 720 },
] as const;
const gapPixels = 16;
const heightPixels = 520;

/** Writes `overview.webp`, the README's picture, into a folder that contains the required screenshots. */
export async function writeOverview(folder: string): Promise<void> {
  if (!screenshotParts.every(({ file }) => existsSync(join(folder, file)))) return;
  const pictures = await Promise.all(
    screenshotParts.map(({ file, width }) =>
      sharp(join(folder, file)).resize({ width, height: heightPixels, position: 'left top' }).png().toBuffer(),
    ),
  );
  const total = screenshotParts.reduce((sum, { width }) => sum + width + gapPixels, gapPixels);
  let left = 0;
  const placed = pictures.map((input, index) => {
    left += gapPixels + (screenshotParts[index - 1]?.width ?? 0);
    return { input, left, top: gapPixels };
  });
  await sharp({ create: { width: total, height: heightPixels + 2 * gapPixels, channels: 3, background: '#8a97a6' } })
    .composite(placed)
    .webp({ quality: 72 })
    .toFile(join(folder, 'overview.webp'));
}
