import { Command, CommanderError } from 'commander';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { version } from '#platform/machine/version.ts';
import { setMainFile } from '#platform/processes/own-program.ts';
import { addCommands, formatExamples } from './commands.ts';
import { describeFailure, exitCodes, getExitCode, WrongUse } from './failure.ts';
import { formatTopics, printHelp } from './help.ts';

/** Runs the command line of this process and sets its exit code; prints the reason if it fails. */
export async function run(): Promise<void> {
  // `gangway user list | head` isn't a failure: the reader has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  // No other user of the machine may read what the program writes.
  process.umask(0o077);
  setMainFile(process.argv[1] ?? '');
  try {
    process.exitCode = await runCommand(process.argv.slice(2));
  } catch (error) {
    report(error);
    process.exit(getExitCode(error));
  }
}

const debugLevels = ['debug', 'trace'];

/** Prints one sentence about the failure; the stack is shown on request. */
function report(error: unknown): void {
  process.stderr.write(`gangway: ${describeFailure(error)}\n`);
  const showsStack = debugLevels.includes(process.env.LOG_LEVEL?.toLowerCase() ?? '');
  if (showsStack && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

/** Runs the command with these arguments. Returns the exit code; throws WrongUse for arguments it can't understand. */
async function runCommand(words: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(addDefaultCommand(program, words), { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.done;
    throw new WrongUse(error.code === 'commander.help' ? 'A command is missing.' : formatSentence(error.message));
  }
}

function createProgram(): Command {
  const program = new Command('gangway')
    .description('The social service of one cruise sailing. Runs the service if no command is given.')
    .version(version)
    .option('--env <name>', 'environment: development, production, testing or a custom name (or VAPOR_ENV)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      `${formatTopics()}${formatExamples('gangway --env production', 'gangway import schedule schedule.ics --dry-run', 'gangway backup')}`,
    );
  addCommands(program);
  program
    .helpCommand(false)
    .command('help')
    .summary('print a page of the crew manual, or help for a command')
    .argument('[TOPIC]', 'a topic or a command')
    .addHelpText('after', `${formatTopics()}${formatExamples('gangway help first-start', 'gangway help backup')}`)
    .action((topic?: string) => printHelp(program, topic));
  program
    .command('version')
    .summary('print the version')
    .option('--changes', 'print the changelog')
    .addHelpText('after', formatExamples('gangway version', 'gangway version --changes'))
    .action(({ changes }: { changes?: true }) => {
      process.stdout.write(changes ? readEmbedded('assets/CHANGELOG.md') : `${version}\n`);
    });
  return program;
}

/** Without a command, the arguments are those of `serve`. */
function addDefaultCommand(program: Command, words: readonly string[]): readonly string[] {
  const asksForHelp = words.some((word) => word === '--help' || word === '-h');
  return asksForHelp || program.parseOptions([...words]).operands.length > 0 ? words : ['serve', ...words];
}

/** Rephrases an error of the library, such as `error: unknown option '--x'`, in our own style. */
function formatSentence(complaint: string): string {
  const [first = '', ...rest] = complaint.replace(/^error: /, '').replaceAll('\n', ' ');
  const sentence = first.toUpperCase() + rest.join('');
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
