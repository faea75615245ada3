import { describeFailure, getExitCode } from './failure.ts';
import { runProgram } from './program.ts';

const debugLevels = ['debug', 'trace'];

/** Says in one sentence what went wrong; the stack is for those who ask for it. */
function report(error: unknown): void {
  process.stderr.write(`gangway: ${describeFailure(error)}\n`);
  const wantsStack = debugLevels.includes(process.env.LOG_LEVEL?.toLowerCase() ?? '');
  if (wantsStack && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

// `gangway user list | head` is no failure: whoever reads has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Nothing that the program writes is for other users of the machine.
process.umask(0o027);
try {
  process.exitCode = await runProgram(process.argv.slice(2));
} catch (error) {
  report(error);
  process.exit(getExitCode(error));
}
