import { Command, CommanderError } from 'commander';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { version } from '#platform/machine/version.ts';
import { useMainFile } from '#platform/processes/own-program.ts';
import { addCommands, formatExamples } from './commands.ts';
import { describeFailure, exitCodes, getExitCode, WrongUse } from './failure.ts';
import { formatTopics, printHelp } from './help.ts';

/** Runs the command line as the process was called: sets its exit code, or ends it with a sentence that says why. */
export async function run(): Promise<void> {
  // `gangway user list | head` is no failure: anyone who reads has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  // Nothing that the program writes is for other users of the machine.
  process.umask(0o077);
  useMainFile(process.argv[1] ?? '');
  try {
    process.exitCode = await runCommand(process.argv.slice(2));
  } catch (error) {
    report(error);
    process.exit(getExitCode(error));
  }
}

const debugLevels = ['debug', 'trace'];

/** Says in one sentence what went wrong; the stack is for those who ask for it. */
function report(error: unknown): void {
  process.stderr.write(`gangway: ${describeFailure(error)}\n`);
  const showsStack = debugLevels.includes(process.env.LOG_LEVEL?.toLowerCase() ?? '');
  if (showsStack && error instanceof Error) process.stderr.write(`${error.stack}\n`);
}

/** Runs what the words ask for. Returns the exit code; throws WrongUse for words that cannot be understood. */
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
    .description('The social service of one cruise sailing. Without a command it serves.')
    .version(version)
    .option('--env <name>', 'environment: development, production, testing or a name of your own (or VAPOR_ENV)')
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
    .summary("print a page of the crew's manual, or what a command does")
    .argument('[TOPIC]', 'a topic or a command')
    .addHelpText('after', `${formatTopics()}${formatExamples('gangway help first-start', 'gangway help backup')}`)
    .action((topic?: string) => printHelp(program, topic));
  program
    .command('version')
    .summary('print the version')
    .option('--changes', 'print what changed from version to version')
    .addHelpText('after', formatExamples('gangway version', 'gangway version --changes'))
    .action(({ changes }: { changes?: true }) => {
      process.stdout.write(changes ? readEmbedded('assets/CHANGELOG.md') : `${version}\n`);
    });
  return program;
}

/** Without a command the words are those of `serve`. */
function addDefaultCommand(program: Command, words: readonly string[]): readonly string[] {
  const asksForHelp = words.some((word) => word === '--help' || word === '-h');
  return asksForHelp || program.parseOptions([...words]).operands.length > 0 ? words : ['serve', ...words];
}

/** A complaint of the library, such as `error: unknown option '--x'`, in the style of all others. */
function formatSentence(complaint: string): string {
  const [first = '', ...rest] = complaint.replace(/^error: /, '').replaceAll('\n', ' ');
  const sentence = first.toUpperCase() + rest.join('');
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
