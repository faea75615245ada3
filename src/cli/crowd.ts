import { runCrowdForPeer } from '#crowd/lend-crowd.ts';
import { normalizeCode } from '#spare/wire/pairing.ts';
import { PeerDeclined, PeerSilent } from '#spare/wire/peer-errors.ts';
import { CommandFailed, exitCodes, WrongUse } from './failure.ts';
import { describeCrowd, formatStages } from './format-crowd.ts';
import { readSecretCode } from './read-secret-code.ts';
import { createProgress, say } from './terminal.ts';

/**
 * Runs the crowd for a server that waits for it; returns the exit code. Throws CommandFailed if the server doesn't
 * respond.
 */
export async function runCrowdFromHere(url: string, codeFile: string | undefined): Promise<number> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new WrongUse(`"${url}" isn't an address: copy the one that \`gangway ready --from-laptop\` shows.`);
  const code = normalizeCode(await readSecretCode(codeFile, '`gangway ready --from-laptop`'));
  if (code === undefined)
    throw new WrongUse("That isn't a valid code: copy the one that `gangway ready --from-laptop` shows on the server.");
  const progress = createProgress();
  try {
    const report = await runCrowdForPeer(new URL(url).origin, code, (done, total) =>
      progress.show('simulating people', done, total),
    );
    progress.end();
    say(`${describeCrowd(report)}\n`);
    say(formatStages(report));
    return report.carried === report.people ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (error instanceof PeerSilent || error instanceof PeerDeclined)
      throw new CommandFailed(
        `${error.message}: check the address and the code, and that \`gangway ready --from-laptop\` is waiting.`,
      );
    throw error;
  } finally {
    progress.end();
  }
}
