// `npm run sailing -- FOLDER [scale] [seed] [posts]`: makes a data folder with a made-up sailing. Scale 1 is a full
// sailing on its last day; `posts` multiplies the number of posts. It's for the environment in VAPOR_ENV, by default
// development; other environments require ADMIN_PASSWORD, like a first start.
import { resolve } from 'node:path';
import { say, secondsSince } from '../project.ts';
import { defaultSeed } from './fill-sailing.ts';
import { makeSailing } from './make-sailing.ts';

const maxScale = 10;
const isValidScale = (number: number): boolean => number > 0 && number <= maxScale;
const [, , folder, scaleText = '1', seedText = String(defaultSeed), postsText = '1'] = process.argv;
const [scale, seed, posts] = [Number(scaleText), Number(seedText), Number(postsText)];
if (folder === undefined || !isValidScale(scale) || !Number.isInteger(seed) || !isValidScale(posts)) {
  throw new Error(`sailing FOLDER [scale, up to ${maxScale}] [seed, a whole number] [posts, up to ${maxScale}]`);
}
const start = performance.now();
say(`a made-up sailing of scale ${scale} and seed ${seed} in ${resolve(folder)}`);
const { VAPOR_ENV: environment = 'development', ADMIN_PASSWORD } = process.env;
const variables: Record<string, string> = ADMIN_PASSWORD === undefined ? {} : { ADMIN_PASSWORD };
await makeSailing({ folder: resolve(folder), environment, variables }, { scale, seed, posts, progress: say });
say(`done, ${secondsSince(start)}; DATA_DIR=${folder} npm start serves it`);
