import { findInconsistencies } from '#app/verify.ts';
import type { Config } from '#config/config.ts';
import { exitCodes } from './failure.ts';
import { announce, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Names everything that is not as it should be. Returns the exit code: 1 when there is something (decision 37). */
export async function verifyInstance(config: Config): Promise<number> {
  const inconsistencies = await announce('checking', () =>
    withInstance(config, { create: false }, findInconsistencies),
  );
  for (const { what, stored, expected } of inconsistencies) say(`${what}: is ${stored}, should be ${expected}`);
  say(formatVerdict(inconsistencies.length));
  return inconsistencies.length === 0 ? exitCodes.done : exitCodes.failed;
}

function formatVerdict(count: number): string {
  if (count === 0) return 'all is well: nothing is inconsistent';
  return count === 1 ? '1 value is inconsistent' : `${count} values are inconsistent`;
}
