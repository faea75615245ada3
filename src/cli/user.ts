import { Argument, type Command, Option } from 'commander';
import { type AccessLevel, accessLevels } from '#contract/access.ts';
import { formatExamples, readConfig } from './command.ts';
import type { AssignableLevel } from './user/level.ts';

export function addUser(program: Command): void {
  const user = program
    .command('user')
    .summary('look at accounts and help their owners')
    .description('Looks at accounts and changes them. Works beside a running service, which follows within 2 s.');
  addList(user);
  addShow(user);
  addPassword(user);
  addUnlock(user);
  addLevel(user);
}

function addList(user: Command): void {
  user
    .command('list')
    .summary('list accounts')
    .addOption(new Option('--level <level>', 'only accounts of this level').choices(accessLevels))
    .option('--search <text>', 'only accounts with this in their names')
    .addHelpText('after', formatExamples('gangway user list --level moderator', 'gangway user list --search smith'))
    .action(async (options: { level?: AccessLevel; search?: string }, command: Command) => {
      const { listUsers } = await import('./user/list.ts');
      await listUsers(readConfig(command), options);
    });
}

function addShow(user: Command): void {
  user
    .command('show')
    .summary('show one account and its family')
    .addArgument(describeAnyName())
    .addHelpText('after', formatExamples('gangway user show heidi'))
    .action(async (name: string, _options, command: Command) => {
      const { showUser } = await import('./user/show.ts');
      await showUser(readConfig(command), name);
    });
}

function addPassword(user: Command): void {
  user
    .command('password')
    .summary('set a new password')
    .description('Sets a new password, asked for on a terminal or read as one line from standard input. Logins stay.')
    .addArgument(describeAnyName())
    .option('--generate', 'make one up and print it', false)
    .addHelpText('after', formatExamples('gangway user password admin', 'gangway user password heidi --generate'))
    .action(async (name: string, options: { generate: boolean }, command: Command) => {
      const { setPassword } = await import('./user/password.ts');
      await setPassword(readConfig(command), name, options);
    });
}

function addUnlock(user: Command): void {
  user
    .command('unlock')
    .summary('let a family recover its accounts again')
    .description(
      'Forgets failed recoveries, and lets the registration code of the family serve for recovery once more.',
    )
    .addArgument(describeAnyName())
    .addHelpText('after', formatExamples('gangway user unlock heidi'))
    .action(async (name: string, _options, command: Command) => {
      const { unlockUser } = await import('./user/unlock.ts');
      await unlockUser(readConfig(command), name);
    });
}

function addLevel(user: Command): void {
  const assignable = accessLevels.filter((level) => level !== 'client');
  user
    .command('level')
    .summary('set the access level')
    .description(
      'Raises one account to the staff, or gives a family one of the lower levels and ends its logins. Built-in and ' +
        'service accounts keep their level.',
    )
    .addArgument(describeAnyName())
    .addArgument(new Argument('<LEVEL>').choices(assignable))
    .addHelpText('after', formatExamples('gangway user level heidi moderator', 'gangway user level sam banned'))
    .action(async (name: string, level: AssignableLevel, _options, command: Command) => {
      const { setUserLevel } = await import('./user/level.ts');
      await setUserLevel(readConfig(command), name, level);
    });
}

const describeAnyName = (): Argument => new Argument('<NAME>', 'username, in any letter case');
