import type { Config } from '#config/config.ts';
import type { Context } from '#context';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { endSessions, sharedAccounts } from '#core/accounts/index.ts';
import { asCaller, findUserByName, isSpecialAccount, type Person, person, setLevel } from '#core/users/index.ts';
import { demote, promote } from '#staff/admin/index.ts';
import { setAccessLevel } from '#staff/moderation/index.ts';
import { CommandFailed } from '../failure.ts';
import { say } from '../terminal/say.ts';
import { withBox } from '../with-box.ts';
import { accountNamed } from './account.ts';

/** Gives an account another level by the rules of the staff's own calls, and beyond them the level admin. */
export async function setUserLevel(config: Config, name: string, level: AccessLevel): Promise<void> {
  await withBox(config, { create: false }, (context) => {
    const { id } = accountNamed(context, name);
    context.db.transaction(() => giveLevel(context, id, level));
    say(`${name} is ${level} now`);
  });
}

function giveLevel(context: Context, userID: string, level: AccessLevel): void {
  const admin = builtInAdmin(context);
  const before = personOf(context, userID);
  if (isSpecialAccount(before)) throw new CommandFailed(`the level of ${before.username} is fixed`);
  if (before.level === level) throw new CommandFailed(`${before.username} has this level already`);
  const leavesStaff = isAtLeast(before.level, 'moderator') && !isAtLeast(level, before.level);
  if (leavesStaff) {
    demote(context, admin, userID);
    endSessions(context, [userID], 'your access has changed');
  }
  switch (level) {
    case 'banned':
    case 'quarantined':
    case 'unverified':
      return setAccessLevel(context, admin, userID, level);
    case 'verified':
      return leavesStaff ? undefined : setAccessLevel(context, admin, userID, level);
    case 'moderator':
    case 'devteam':
    case 'tho':
      return promote(context, admin, userID, level);
    case 'admin':
      return makeAdmin(context, before);
    case 'client':
      throw new CommandFailed('accounts of the level client are made from clients.txt');
  }
}

/** There is no call for this, so that no stolen login can do it. */
function makeAdmin(context: Context, { userID, username, level }: Person): void {
  if (!isAtLeast(level, 'verified')) throw new CommandFailed(`${username} must be verified first`);
  setLevel(context, userID, 'admin');
}

/** The crew acts in its name: the moderator log names somebody. */
function builtInAdmin(context: Context): Caller {
  const row = findUserByName(context.db, sharedAccounts.admin);
  if (!row) throw new CommandFailed('there are no accounts yet: start the service once');
  return asCaller(personOf(context, row.id));
}

function personOf(context: Context, userID: string): Person {
  const found = person(context, userID);
  if (!found) throw new Error(`account ${userID} is gone`);
  return found;
}
