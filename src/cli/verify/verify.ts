import type { Config } from '#config/config.ts';
import { areas } from '../../areas.ts';
import { findInconsistencies } from '../../verify.ts';
import { exitCodes } from '../failure.ts';
import { announce } from '../terminal/progress.ts';
import { say } from '../terminal/say.ts';
import { withInstance } from '../with-box.ts';

/** Names everything that is not as it should be. Gives the exit code: 1 when there is something (decision 37). */
export async function verifyInstance(config: Config): Promise<number> {
  const drifts = await announce('checking', () =>
    withInstance(config, { create: false }, (context) => findInconsistencies(context, areas)),
  );
  for (const { what, stored, expected } of drifts) say(`${what}: is ${stored}, should be ${expected}`);
  if (drifts.length === 0) say('all is well: nothing has inconsistent');
  else say(`${drifts.length === 1 ? '1 value has' : `${drifts.length} values have`} inconsistent`);
  return drifts.length === 0 ? exitCodes.done : exitCodes.failed;
}
