import { findInconsistencies } from '#app/verify.ts';
import type { Config } from '#config/config.ts';
import { exitCodes } from '../failure.ts';
import { announce } from '../terminal/progress.ts';
import { say } from '../terminal/say.ts';
import { withInstance } from '../with-instance.ts';

/** Names everything that is not as it should be. Gives the exit code: 1 when there is something (decision 37). */
export async function verifyInstance(config: Config): Promise<number> {
  const inconsistencies = await announce('checking', () =>
    withInstance(config, { create: false }, (context) => findInconsistencies(context)),
  );
  for (const { what, stored, expected } of inconsistencies) say(`${what}: is ${stored}, should be ${expected}`);
  if (inconsistencies.length === 0) say('all is well: nothing is inconsistent');
  else say(`${inconsistencies.length === 1 ? '1 value is' : `${inconsistencies.length} values are`} inconsistent`);
  return inconsistencies.length === 0 ? exitCodes.done : exitCodes.failed;
}
