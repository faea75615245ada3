import { Command, CommanderError } from 'commander';
import { version } from '#platform/version.ts';
import { addBackup } from './backup.ts';
import { formatExamples } from './command.ts';
import { exitCodes, WrongUse } from './failure.ts';
import { addGenerateSchedule } from './generate-schedule.ts';
import { addImport } from './import.ts';
import { addMigrate } from './migrate.ts';
import { addOpenApi } from './openapi.ts';
import { addRestore } from './restore.ts';
import { addServe } from './serve.ts';
import { addUser } from './user.ts';
import { addVerify } from './verify.ts';

const commands = [
  addServe,
  addMigrate,
  addImport,
  addBackup,
  addRestore,
  addVerify,
  addUser,
  addOpenApi,
  addGenerateSchedule,
];

/**
 * The command line. The file of a command holds its words; its work lies in the folder of that name and is loaded when
 * the command is called, so that `gangway --help` needs neither database nor native libraries.
 */
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
      formatExamples('gangway --env production', 'gangway import schedule schedule.ics --dry-run', 'gangway backup'),
    );
  for (const add of commands) add(program);
  program
    .command('version')
    .summary('print the version')
    .action(() => void process.stdout.write(`${version}\n`));
  return program;
}

/** Without a command the words are those of `serve`. */
function withCommand(program: Command, words: readonly string[]): readonly string[] {
  const asksForHelp = words.some((word) => word === '--help' || word === '-h');
  return asksForHelp || program.parseOptions([...words]).operands.length > 0 ? words : ['serve', ...words];
}

/** Runs what the words ask for. Gives the exit code; throws WrongUse for words that cannot be understood. */
export async function runProgram(words: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync(withCommand(program, words), { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.done;
    throw new WrongUse(error.code === 'commander.help' ? 'a command is missing' : formatPlain(error.message));
  }
}

const formatPlain = (message: string): string => message.replace(/^error: /, '').replaceAll('\n', ' ');
