import { Argument, type Command, Option } from 'commander';
import { type Config, createConfig } from '#config/config.ts';
import { readEnvironment, readEnvironmentFile, readEnvironmentName } from '#config/env.ts';
import { unitFolder } from '#config/unit.ts';
import { type AccessLevel, accessLevels } from '#contract/access.ts';
import { backupProgram } from '#core/backups/records.ts';
import { pictureProgram } from '#platform/pictures/worker-task.ts';
import { workbookProgram } from '#platform/workbooks/workbook-task.ts';
import { logMoverProgram } from '#spare/follower/log-mover-task.ts';
import type { BackupOptions } from './backup.ts';
import { WrongUse } from './failure.ts';
import type { PromoteOptions } from './promote.ts';
import type { ReadyOptions } from './ready.ts';
import type { ServeOptions } from './serve.ts';
import type { InstallOptions } from './service.ts';
import type { PairingCodeOptions } from './spare.ts';
import type { BundleOptions } from './support-bundle.ts';
import type { AssignableLevel } from './user.ts';

/**
 * Names, options and help of every command. Each command is in its own file, loaded when it is called, so `gangway
 * --help` needs neither the database nor native libraries.
 */

/** Reads the configuration from a command's options and the environment. Throws InvalidSetting. */
function readConfig(command: Command): Config {
  const { env, hostname, port } = command.optsWithGlobals<{ env?: string; hostname?: string; port?: string }>();
  const name = readEnvironmentName(env, process.env);
  const namesInFile = Object.keys(readEnvironmentFile(name));
  return createConfig(name, readEnvironment(name, process.env), { hostname, port, namesInFile });
}

/** The end of a command's help. */
export const formatExamples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** Adds all commands in the order of the help. */
export function addCommands(program: Command): void {
  addServe(program);
  addStatus(program);
  addReady(program);
  addCrowd(program);
  addSupportBundle(program);
  addMigrate(program);
  addImport(program);
  addExport(program);
  addSchedule(program);
  addBackup(program);
  addRestore(program);
  addVerify(program);
  addSpare(program);
  addPromote(program);
  addUser(program);
  addJobs(program);
  addService(program);
  addOpenApi(program);
  addAsyncApi(program);
  addGenerateSchedule(program);
  addLicences(program);
  addWorkers(program);
  addPruneEventForums(program);
}

function addServe(program: Command): void {
  program
    .command('serve')
    .summary('run the service')
    .description(
      'Runs the service until SIGTERM or Ctrl+C. Everything the server owns is in DATA_DIR (./data). The first start creates the built-in accounts and, in production, prints the password of admin once. While the disk runs low, passengers can do less, step by step: LOW_DISK_MB=2000,1000,500,250 sets the free megabytes below which the crew is warned, and pictures, new threads and all writing except by staff are refused; the default depends on the size of the disk.',
    )
    .option('--hostname <host>', 'address to listen on (or the variable hostname)')
    .option('--port <number>', 'port to listen on, 0 for any that is free (or PORT)')
    .option('--force', 'open to the network even though the environment has well-known passwords', false)
    .option(
      '--new-token-key',
      'once, if the token key is lost or leaked: make a new one, which ends all sessions',
      false,
    )
    .addHelpText(
      'after',
      formatExamples(
        'gangway serve --env production',
        'DATA_DIR=/srv/gangway gangway serve --env production --port 80',
      ),
    )
    .action(async (options: ServeOptions, command: Command) => {
      const { serveUntilStopped } = await import('./serve.ts');
      await serveUntilStopped(readConfig(command), options);
    });
}

function addStatus(program: Command): void {
  program
    .command('status')
    .summary('show the state of the server')
    .description(
      'Shows the state of the service and its machine: whether it runs, reads and stores, people, requests, disks, last backup, clock, lock-outs, jobs, and first what needs attention. Works next to a running service, even if that is stuck or the disk is full. Exits with 0 when all is well, 1 when something needs attention and 3 when no service runs.',
    )
    .option('--json', 'as one JSON object, for scripts', false)
    .addHelpText('after', formatExamples('gangway status --env production', 'gangway status --json | jq .troubles'))
    .action(async (options: { json: boolean }, command: Command) => {
      const { printStatus } = await import('./status.ts');
      process.exitCode = await printStatus(readConfig(command), options);
    });
}

function addReady(program: Command): void {
  program
    .command('ready')
    .summary('check that everything is ready for the sailing')
    .description(
      'Run it before boarding. Prints one table with a line for the service, settings, clock, time zones, schedule, registration codes, address and certificate as phones see them, disk, backup, spare, version, systemd and file permissions. Each line is ready or says what to do. Changes nothing, and works next to the running service. EXPECTED_PEOPLE=3000 sets how many people are expected; READY_WITHOUT=spare,unit names lines that you sail without. Exits with 0 when everything is ready and with 1 otherwise.',
    )
    .option('--json', 'as one JSON object, for scripts', false)
    .option('--units <folder>', 'where the unit is, if `gangway service install --to` put it elsewhere', unitFolder)
    .addOption(
      new Option(
        '--people <n>',
        'simulate this many people on a copy of the data on its own port, and report how many this machine can serve',
      ).argParser((text) => parseNumber('--people', /^\d{1,6}$/, text, { min: 1, max: 100_000 })),
    )
    .addOption(
      new Option('--minutes <m>', 'how long to simulate')
        .argParser((text) => parseNumber('--minutes', /^\d{1,3}(?:\.\d{1,2})?$/, text, { min: 0.01, max: 600 }))
        .default(2),
    )
    .option('--from-laptop', 'with --people: simulate them from another machine, which tests the network too', false)
    .addHelpText(
      'after',
      formatExamples(
        'gangway ready --env production',
        'gangway ready --people 3000 --minutes 5',
        'gangway ready --people 3000 --from-laptop',
        'gangway ready --json | jq .lines',
      ),
    )
    .action(async (options: ReadyOptions, command: Command) => {
      const { printReadiness } = await import('./ready.ts');
      process.exitCode = await printReadiness(readConfig(command), options);
    });
}

function addCrowd(program: Command): void {
  program
    .command('crowd')
    .summary('on the laptop: simulate the people for `gangway ready --people` on the server')
    .description(
      'Simulates the people of `gangway ready --people 3000 --from-laptop` on this machine, so the network is tested too. Asks for the code the server shows, or reads it as one line from standard input.',
    )
    .argument('<URL>', 'the address the server shows')
    .option('--code-file <file>', 'file with the code; - is standard input')
    .addHelpText('after', formatExamples('gangway crowd http://10.0.0.2:40123'))
    .action(async (url: string, { codeFile }: { codeFile?: string }) => {
      const { runCrowdFromHere } = await import('./crowd.ts');
      process.exitCode = await runCrowdFromHere(url, codeFile);
    });
}

function parseNumber(option: string, form: RegExp, text: string, { min, max }: { min: number; max: number }): number {
  const value = form.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new WrongUse(`${option} takes a number from ${min} to ${max}, not "${text}".`);
}

function addSupportBundle(program: Command): void {
  program
    .command('support-bundle')
    .summary('write one file for the people who help from shore')
    .description(
      "Writes a zip with the last lines of the log, the status, figures of the last day, settings, versions and the state of the spare. It contains no password, key, token or code, and nothing that passengers wrote or are called. Works next to a running service, without one, and when the database can't be read.",
    )
    .argument('[FILE]', 'file or folder to write to (default: gangway-support-TIME.zip in the current folder)')
    .option('--force', 'replace the file if it exists', false)
    .option('--verify', 'verify the data too, and report how much is inconsistent', false)
    .addHelpText(
      'after',
      formatExamples('gangway support-bundle --env production', 'gangway support-bundle /media/usb --verify'),
    )
    .action(async (file: string | undefined, options: BundleOptions, command: Command) => {
      const { writeSupportBundle } = await import('./support-bundle.ts');
      await writeSupportBundle(readConfig(command), file, options);
    });
}

function addMigrate(program: Command): void {
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description(
      'Applies the migrations the database lacks, after copying it to DATA_DIR/snapshots. `serve` does the same when it starts. Not possible while a service is running.',
    )
    .addHelpText('after', formatExamples('gangway migrate --env production'))
    .action(async (_options, command: Command) => {
      const { migrateDatabase } = await import('./migrate.ts');
      migrateDatabase(readConfig(command));
    });
}

const imports = [
  {
    name: 'schedule',
    summary: 'the schedule from an iCalendar file',
    description:
      'Makes the schedule match the file: adds, changes and deletes events. Rejects a file that has no events, has an unreadable event or is truncated. Asks before it deletes or changes more than 30 percent of the events or moves them all by more than a day; without a terminal, it rejects such a file unless you add --force.',
    sample: 'schedule.ics',
  },
  {
    name: 'timezones',
    summary: 'the ship’s clock changes',
    description:
      'Replaces the table of clock changes: one change per line, start (20250302T050000Z), abbreviation and IANA zone separated by tabs. Rejects a file with unreadable lines unless you add --force.',
    sample: 'time-zone-changes.txt',
  },
  {
    name: 'regcodes',
    summary: 'registration codes',
    description:
      'Adds registration codes, one per line; never removes any. Rejects a file with other lines unless you add --force.',
    sample: 'registration-codes.txt',
  },
  {
    name: 'songs',
    summary: 'songs of clip karaoke',
    description:
      'Copies songs into DATA_DIR/microkaraoke, from a folder that holds one folder for each, or from the folder of one song. Songs the folder lacks stay. Rejects an incomplete song, and all others with it, unless you add --force.',
    sample: 'songs',
    argument: ['<FOLDER>', 'a folder of songs, or of one song'],
  },
  {
    name: 'boardgames',
    summary: 'the games library',
    description:
      'Makes the library match the file: a JSON array with an object for each game. Known games keep their favorites, even if they leave and come back. Rejects a file without games or with an unreadable one; without --force also one that lacks more than 30 percent of the games.',
    sample: 'GamesCatalog.json',
  },
  {
    name: 'karaoke',
    summary: 'the karaoke songs',
    description:
      'Makes the songs match the file: one song per line, with artist, tab, title, and optionally a tab and a tag, M for MIDI or VR for voice-reduced. Favorites and the log of performances are kept. Rejects a file without songs; without --force also one that lacks more than 30 percent of the songs.',
    sample: 'KaraokeSongCatalog.txt',
  },
] as const;

const fileArgument = ['<FILE>', 'the file, at most 20 MiB'] as const;

function addImport(program: Command): void {
  const parent = program
    .command('import')
    .summary('import the schedule, clock changes, registration codes, people, games or songs')
    .description(
      'Imports a file and prints what changed. Works next to a running service, which shows the result within 2 s.',
    );
  for (const { name, summary, description, sample, ...others } of imports) {
    const [argument, explanation] = 'argument' in others ? others.argument : fileArgument;
    parent
      .command(name)
      .summary(summary)
      .description(description)
      .argument(argument, explanation)
      .option('--dry-run', 'print what would change and write nothing', false)
      .option('--force', 'import even if the file looks wrong', false)
      .addHelpText(
        'after',
        formatExamples(`gangway import ${name} ${sample} --dry-run`, `gangway import ${name} ${sample}`),
      )
      .action(async (file: string, options: { dryRun: boolean; force: boolean }, command: Command) => {
        const { importFile } = await import('./import.ts');
        await importFile(readConfig(command), name, file, options);
      });
  }
  addImportUsers(parent);
}

function addImportUsers(parent: Command): void {
  parent
    .command('users')
    .summary('people from another sailing')
    .description(
      'Imports a zip made by `gangway export users`: people with their roles, favorites and pictures. Their registration codes must have been imported, and the service must have run once. People who are here already stay as they are.',
    )
    .argument('<FILE>', 'the zip, at most 4 GiB')
    .option('--dry-run', 'print what would change and write nothing', false)
    .addHelpText(
      'after',
      formatExamples('gangway import users people.zip --dry-run', 'gangway import users people.zip'),
    )
    .action(async (file: string, options: { dryRun: boolean }, command: Command) => {
      const { importUsers } = await import('./user-file.ts');
      await importUsers(readConfig(command), file, options);
    });
}

function addExport(program: Command): void {
  program
    .command('export')
    .summary('export people to a file for the next sailing')
    .description('Writes a file that another server imports with `gangway import`. Works while serving.')
    .command('users')
    .summary('everyone who has a registration code')
    .description(
      'Writes people with their accounts, roles, favorites and pictures to a zip that only its owner may read.',
    )
    .argument('[FILE]', 'file or folder to write to (default: gangway-users-TIME.zip in the current folder)')
    .option('--force', 'replace the file if it exists', false)
    .addHelpText('after', formatExamples('gangway export users people.zip'))
    .action(async (target: string | undefined, options: { force: boolean }, command: Command) => {
      const { exportUsers } = await import('./user-file.ts');
      await exportUsers(readConfig(command), target, options);
    });
}

function addSchedule(program: Command): void {
  const schedule = program
    .command('schedule')
    .summary('list and undo schedule changes')
    .description('Lists and undoes schedule changes. Works next to a running service, which follows within 2 s.');
  schedule
    .command('log')
    .summary('list the newest changes')
    .addHelpText('after', formatExamples('gangway schedule log --env production'))
    .action(async (_options, command: Command) => {
      const { printScheduleLog } = await import('./schedule.ts');
      await printScheduleLog(readConfig(command));
    });
  schedule
    .command('undo')
    .summary('undo a change')
    .description(
      'Undoes one entry of the log: events with their times, followers and photographers, and the titles of their threads. Refuses if events of it were changed later. The undo is an entry of the log itself and can be undone.',
    )
    .addArgument(new Argument('<ENTRY>', 'number of the entry in the log').argParser(parseEntry))
    .addHelpText('after', formatExamples('gangway schedule undo 12'))
    .action(async (entry: number, _options, command: Command) => {
      const { undoScheduleChange } = await import('./schedule.ts');
      await undoScheduleChange(readConfig(command), entry);
    });
}

function parseEntry(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new WrongUse(`ENTRY must be a number that \`gangway schedule log\` lists, not "${text}".`);
}

function addBackup(program: Command): void {
  program
    .command('backup')
    .summary('copy everything into one file')
    .description(
      'Writes database, pictures, clips and secrets to one .tar.gz that only its owner may read. Works while serving, and from a disk that is full or read-only. Anyone who has the file can sign in as anyone: keep it as safe as the server. Files the crew keeps itself are not in it: seeds, public pages, dialects, songs of clip karaoke and clients.txt.',
    )
    .argument('[FILE]', 'file or folder to write to (default: gangway-backup-TIME.tar.gz in the current folder)')
    .option('--force', 'replace the file if it exists', false)
    .option('--without-clips', 'leave out uploaded clips, which can be most of the bytes', false)
    .addOption(
      new Option(
        '--keep <n>',
        'restore the backup to a temporary folder and verify it; then delete all but the newest n',
      ).argParser(parseKeep),
    )
    .addHelpText(
      'after',
      formatExamples('gangway backup', 'gangway backup /mnt/usb --keep 7', 'gangway backup --without-clips'),
    )
    .action(async (target: string | undefined, options: BackupOptions, command: Command) => {
      const { backUp } = await import('./backup.ts');
      await backUp(readConfig(command), target, options);
    });
}

function parseKeep(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new WrongUse(`--keep takes a number of backups from 1 to 999, not "${text}".`);
}

function addRestore(program: Command): void {
  program
    .command('restore')
    .summary('restore a backup')
    .description(
      'Checks the whole file before it touches anything, moves the current data to a folder before-restore-TIME, and puts the backup in its place. Not possible while a service is running.',
    )
    .argument('<FILE>', 'a file made by `gangway backup`')
    .addHelpText('after', formatExamples('gangway restore gangway-backup-20260321T090000Z.tar.gz --env production'))
    .action(async (file: string, _options, command: Command) => {
      const { restore } = await import('./restore.ts');
      await restore(readConfig(command), file);
    });
}

function addSpare(program: Command): void {
  const spare = program.command('spare').summary('a second machine that follows the server and can take over');
  spare
    .command('pair')
    .summary('on the server: show a code for pairing a spare')
    .description('Makes a pairing code, which ends an older pairing. A running service notices by itself.')
    .action(async (_options, command: Command) => {
      const { pairSpare } = await import('./spare.ts');
      pairSpare(readConfig(command));
    });
  spare
    .command('run')
    .argument('[URL]', 'address of the server (default: the one it followed before)')
    .option(
      '--code-file <file>',
      'file with the code that `gangway spare pair` shows on the server; - is standard input',
    )
    .option('--new-code', 'ask for the code even though this machine is paired already', false)
    // Catches a code in the command line, which every user of the machine can read.
    .allowExcessArguments()
    .summary('on the spare: follow the server')
    .description(
      "Copies the server's database, secrets and pictures to DATA_DIR and follows it until SIGTERM, Ctrl+C or `gangway promote`. Continues automatically after restarts of either machine, lost networks and sleep. The first time it asks for the pairing code, or reads it as one line from standard input if there is no terminal.",
    )
    .addHelpText(
      'after',
      formatExamples(
        'gangway spare run http://10.0.0.2:8081',
        'gangway spare run http://10.0.0.2:8081 --code-file /root/code',
        'gangway spare run',
      ),
    )
    .action(async (url: string | undefined, options: PairingCodeOptions, command: Command) => {
      if (command.args.length > 1)
        throw new WrongUse(
          'Every user of this machine can read its command lines: leave out the code, and enter it when asked, or use --code-file.',
        );
      const { runSpare } = await import('./spare.ts');
      await runSpare(readConfig(command), url, options);
    });
  spare
    .command('status')
    .summary('on either machine: show which machine follows which, and how far')
    .action(async (_options, command: Command) => {
      const { showSpareStatus } = await import('./spare.ts');
      await showSpareStatus(readConfig(command));
    });
  addSpareUnpair(spare);
}

function addSpareUnpair(spare: Command): void {
  spare
    .command('unpair')
    .summary('on the server: end the pairing')
    .action(async (_options, command: Command) => {
      const { unpairSpare } = await import('./spare.ts');
      unpairSpare(readConfig(command));
    });
}

function addPromote(program: Command): void {
  program
    .command('promote')
    .summary('on the spare: take over from the server')
    .description(
      'Says what will be lost and asks, checks the copy, makes the server step down, and serves. From then on the old server refuses to serve; if this machine fails to take over, it serves again. Ends a running `gangway spare run` by itself.',
    )
    .option('--yes', 'don’t ask', false)
    .option('--no-serve', 'take over, but don’t serve yet')
    .addHelpText('after', formatExamples('gangway promote --env production'))
    .action(async (options: PromoteOptions, command: Command) => {
      const { promote } = await import('./promote.ts');
      await promote(readConfig(command), options);
    });
}

function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('look for damage and inconsistent values')
    .description(
      "Checks the database file, its references and indexes, every derived value, and that pictures exist. Exits with 0 when all is well, and with 1 after naming each value that isn't. Works while serving. With a FILE it proves that backup instead: restores it to a temporary folder (TMPDIR) and checks it there.",
    )
    .argument('[FILE]', 'a file made by `gangway backup`')
    .option('--without-files', 'check only the database, not the files of pictures and clips')
    .addHelpText('after', formatExamples('gangway verify --env production', 'gangway verify /mnt/usb/backup.tar.gz'))
    .action(async (file: string | undefined, options: { withoutFiles?: boolean }, command: Command) => {
      const { verifyBackup, verifyInstance } = await import('./verify.ts');
      const config = readConfig(command);
      process.exitCode = file === undefined ? await verifyInstance(config, options) : await verifyBackup(config, file);
    });
}

function addJobs(program: Command): void {
  program
    .command('jobs')
    .summary('list the background jobs')
    .description('Lists the jobs: when each runs, its last run and result, and its next run. Works while serving.')
    .addHelpText('after', formatExamples('gangway jobs --env production'))
    .action(async (_options, command: Command) => {
      const { printJobs } = await import('./jobs.ts');
      await printJobs(readConfig(command));
    });
  program
    .command('job')
    .summary('run one background job now')
    .description(
      'Runs a job and prints what it did. If a service is running, the service runs the job, so that no job runs twice at once. Exits with 1 when the job fails.',
    )
    .argument('<NAME>', 'a job that `gangway jobs` lists')
    .addHelpText('after', formatExamples('gangway job check-consistency --env production'))
    .action(async (name: string, _options, command: Command) => {
      const { runJob } = await import('./jobs.ts');
      await runJob(readConfig(command), name);
    });
}

function addUser(program: Command): void {
  const user = program
    .command('user')
    .summary('list accounts and help their owners')
    .description('Lists and changes accounts. Works next to a running service, which follows within 2 s.');
  addUserList(user);
  addUserShow(user);
  addUserPassword(user);
  addUserLogout(user);
  addUserUnlock(user);
  addUserLevel(user);
}

const createUsernameArgument = (): Argument => new Argument('<NAME>', 'username, in any letter case');

function addUserList(user: Command): void {
  user
    .command('list')
    .summary('list accounts')
    .addOption(new Option('--level <level>', 'only accounts of this level').choices(accessLevels))
    .option('--search <text>', 'only accounts with this in their names')
    .option('--online', 'only accounts that called within five minutes or have a socket open', false)
    .addHelpText(
      'after',
      formatExamples(
        'gangway user list --level moderator',
        'gangway user list --search smith',
        'gangway user list --online',
      ),
    )
    .action(async (options: { level?: AccessLevel; search?: string; online?: boolean }, command: Command) => {
      const { listUsers } = await import('./user.ts');
      await listUsers(readConfig(command), options);
    });
}

function addUserShow(user: Command): void {
  user
    .command('show')
    .summary('show one account and its family')
    .addArgument(createUsernameArgument())
    .addHelpText('after', formatExamples('gangway user show heidi'))
    .action(async (name: string, _options, command: Command) => {
      const { showUser } = await import('./user.ts');
      await showUser(readConfig(command), name);
    });
}

function addUserPassword(user: Command): void {
  user
    .command('password')
    .summary('set a new password')
    .description('Asks for a new password, or reads it as one line from standard input. Sessions stay.')
    .addArgument(createUsernameArgument())
    .option('--generate', 'generate one and print it', false)
    .addHelpText('after', formatExamples('gangway user password admin', 'gangway user password heidi --generate'))
    .action(async (name: string, options: { generate: boolean }, command: Command) => {
      const { setPassword } = await import('./user.ts');
      await setPassword(readConfig(command), name, options);
    });
}

function addUserLogout(user: Command): void {
  user
    .command('logout')
    .summary('sign an account out on all its devices')
    .description('Ends the sessions of the account and closes its sockets, within 2 s if the service runs.')
    .addArgument(createUsernameArgument())
    .addHelpText('after', formatExamples('gangway user logout heidi'))
    .action(async (name: string, _options, command: Command) => {
      const { logOutUser } = await import('./user.ts');
      await logOutUser(readConfig(command), name);
    });
}

function addUserUnlock(user: Command): void {
  user
    .command('unlock')
    .summary('let a family, an address or everyone try again')
    .description(
      'Resets wrong passwords, failed recoveries and wrong registration codes of a family, and lets its registration code serve for recovery once more. --all does so for everyone, for when someone has locked out many people; used codes stay used. --address resets the wrong registration codes tried and the accounts created from there, so that people there can register again.',
    )
    .addArgument(createUsernameArgument().argOptional())
    .option('--all', 'everyone who is locked out', false)
    .option('--address <ip>', 'an address with too many wrong registration codes or new accounts')
    .addHelpText(
      'after',
      formatExamples(
        'gangway user unlock heidi',
        'gangway user unlock --all',
        'gangway user unlock --address 10.0.0.7',
      ),
    )
    .action(async (name: string | undefined, options: { all: boolean; address?: string }, command: Command) => {
      const { all, address } = options;
      if ([name !== undefined, all, address !== undefined].filter((isGiven) => isGiven).length !== 1)
        throw new WrongUse('Give one NAME, or --all, or --address.');
      const { unlockAddress, unlockAllUsers, unlockUser } = await import('./user.ts');
      if (address !== undefined) await unlockAddress(readConfig(command), address);
      else if (name === undefined) await unlockAllUsers(readConfig(command));
      else await unlockUser(readConfig(command), name);
    });
}

function addUserLevel(user: Command): void {
  const assignable = accessLevels.filter((level) => level !== 'client');
  user
    .command('level')
    .summary('set the access level')
    .description(
      'Promotes one account to the staff, or gives a family one of the lower levels and ends its sessions. Built-in and service accounts keep their level.',
    )
    .addArgument(createUsernameArgument())
    .addArgument(new Argument('<LEVEL>').choices(assignable))
    .addHelpText('after', formatExamples('gangway user level heidi moderator', 'gangway user level sam banned'))
    .action(async (name: string, level: AssignableLevel, _options, command: Command) => {
      const { setUserLevel } = await import('./user.ts');
      await setUserLevel(readConfig(command), name, level);
    });
}

function addService(program: Command): void {
  const service = program
    .command('service')
    .summary('run Gangway as a system service')
    .description('Sets up Gangway as a system service: systemd, proxies, Prometheus, Grafana.');
  service
    .command('install')
    .summary('write a unit for systemd, after asking')
    .description('Shows the unit for this program, the current folder and DATA_DIR, asks, and writes it.')
    .option('--yes', 'write without asking', false)
    .option('--user <name>', 'the user the service runs as', 'gangway')
    .option('--to <folder>', 'where to write the unit', unitFolder)
    .addHelpText('after', formatExamples('sudo gangway service install --env production'))
    .action(async (options: InstallOptions, command: Command) => {
      const { installService } = await import('./service.ts');
      await installService(readConfig(command), options);
    });
  service
    .command('show')
    .summary('print a file for systemd, nginx, Caddy, Prometheus or Grafana')
    .argument('[NAME]', 'one of the files; README.md lists them', 'README.md')
    .addHelpText('after', formatExamples('gangway service show', 'gangway service show nginx.conf'))
    .action(async (name: string) => {
      const { showServiceFile } = await import('./service.ts');
      showServiceFile(name);
    });
}

function addOpenApi(program: Command): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document')
    .option('--out <file>', 'write it to a file instead')
    .addHelpText('after', formatExamples('gangway openapi', 'gangway openapi --out assets/openapi.json'))
    .action(async ({ out }: { out?: string }) => {
      const { writeOpenApi } = await import('./openapi.ts');
      writeOpenApi(out);
    });
}

function addAsyncApi(program: Command): void {
  program
    .command('asyncapi')
    .summary('print the AsyncAPI document')
    .option('--out <file>', 'write it to a file instead')
    .addHelpText('after', formatExamples('gangway asyncapi', 'gangway asyncapi --out assets/asyncapi.json'))
    .action(async ({ out }: { out?: string }) => {
      const { writeAsyncApi } = await import('./openapi.ts');
      writeAsyncApi(out);
    });
}

function addGenerateSchedule(program: Command): void {
  program
    .command('generate-schedule')
    .summary('print a sample schedule for trying things out')
    .description('Prints an iCalendar file with 13 events on each day from START_DATE for CRUISE_LENGTH_DAYS.')
    .addHelpText('after', formatExamples('START_DATE=2026-03-21 gangway generate-schedule > made-up.ics'))
    .action(async (_options, command: Command) => {
      const { printMadeUpSchedule } = await import('./generate-schedule.ts');
      await printMadeUpSchedule(readConfig(command));
    });
}

function addLicences(program: Command): void {
  program
    .command('licences')
    .summary('print the licences of all third-party code in Gangway')
    .addHelpText('after', formatExamples('gangway licences', 'gangway licences > THIRD-PARTY-NOTICES'))
    .action(async () => {
      const { printLicences } = await import('./licences.ts');
      printLicences();
    });
}

/** The programs of worker processes. */
const workers: Readonly<Record<string, () => Promise<() => void>>> = {
  [pictureProgram.command]: async () => (await import('#platform/pictures/worker-program.ts')).workForParent,
  [backupProgram.command]: async () => (await import('./make-nightly-backup.ts')).makeNightlyBackup,
  [logMoverProgram.command]: async () => (await import('#spare/follower/log-mover.ts')).moveLogsForParent,
  [workbookProgram.command]: async () => (await import('#platform/workbooks/worker-program.ts')).readForParent,
};

/** Hidden, since only the service calls them. */
function addWorkers(program: Command): void {
  for (const [name, load] of Object.entries(workers)) {
    program.command(name, { hidden: true }).action(async () => {
      if (!process.send) throw new WrongUse('Only the service runs this command.');
      (await load())();
    });
  }
}

function addPruneEventForums(program: Command): void {
  program
    .command('prune-event-forums')
    .summary('delete forums of events that are no longer on the schedule')
    .description(
      'Deletes the forums of deleted events with everything posted there. Importing a schedule that has such an event again restores the event and its forum. Works next to a running service, which follows within 2 s.',
    )
    .addHelpText('after', formatExamples('gangway prune-event-forums --env production'))
    .action(async (_options, command: Command) => {
      const { pruneForums } = await import('./prune-event-forums.ts');
      await pruneForums(readConfig(command));
    });
}
