import sharp from 'sharp';

/** Colours of skies and waters, from top to bottom. */
const scenes = [
  ['#f6b26b', '#d9534f', '#20374f'],
  ['#bfe3f5', '#5fb3d9', '#0b5f83'],
  ['#0d1b2e', '#27496b', '#0a1420'],
  ['#f2e3c6', '#8cc6b5', '#2f6b5e'],
] as const;

/** Draws a picture of the sea as if photographed on deck; `number` varies it. */
export function drawScene(number: number, width = 1200, height = 800): Promise<Buffer> {
  const [sky, horizon, water] = scenes[number % scenes.length] ?? scenes[0];
  const sun = 0.2 + 0.6 * ((number * 0.37) % 1);
  const waves = [0.7, 0.8, 0.9].map(
    (y) =>
      `<path d="M0 ${y * height}q${width / 8} -${height / 40} ${width / 4} 0t${width / 4} 0 ${width / 4} 0 ${width / 4} 0V${height}H0Z" fill="#fff" opacity=".08"/>`,
  );
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${horizon}"/></linearGradient>
<rect width="100%" height="100%" fill="url(#s)"/><circle cx="${sun * width}" cy="${0.45 * height}" r="${height / 10}" fill="#fff6d8"/>
<rect y="${0.6 * height}" width="100%" height="40%" fill="${water}"/>${waves.join('')}</svg>`),
  )
    .jpeg()
    .toBuffer();
}
