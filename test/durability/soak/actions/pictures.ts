import { createPicture } from '../../../support/pictures.ts';
import { send } from '../ask.ts';
import type { Sailor, World } from '../world.ts';
import { chooseSailor } from './choose.ts';

/** Small pictures, each in a different colour. */
const pictures = await Promise.all(
  ['navy', 'teal', 'coral', 'gold'].map(async (colour) => {
    const bytes = await createPicture({ width: 120, height: 120, colour });
    return bytes.toString('base64');
  }),
);

/** Returns a random picture in base64; half of them have a unique description. */
export const choosePicture = ({ clock, random }: World): { image: string; description?: string } => ({
  image: random.oneOf(pictures),
  ...(random.below(2) === 0 && { description: `seen${clock()}x` }),
});

/** One in this many users removes their picture. */
const removeOdds = 3;

/** Changes or removes the user's avatar, so that the previous file is deleted. */
export async function changePicture(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  if (world.random.below(removeOdds) === 0) await send(world, sailor, 'user/image/remove');
  else await send(world, sailor, 'user/image', choosePicture(world));
  return [sailor];
}
