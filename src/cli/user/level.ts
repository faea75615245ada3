import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { endSessions, sharedAccounts } from '#core/accounts/index.ts';
import { findUser, findUserRowByName, isSpecialAccount, setLevel, toCaller, type User } from '#core/users/index.ts';
import { demote, promote, type StaffLevel } from '#staff/admin/index.ts';
import { type SettableLevel, setAccessLevel } from '#staff/moderation/index.ts';
import { CommandFailed } from '../failure.ts';
import { say } from '../terminal/say.ts';
import { withInstance } from '../with-instance.ts';
import { getAccountByName } from './account.ts';

/** `client` is for service accounts, which are made from clients.txt. */
export type AssignableLevel = Exclude<AccessLevel, 'client'>;

/** Gives an account another level by the rules of the staff's own calls, and beyond them the level admin. */
export async function setUserLevel(config: Config, name: string, level: AssignableLevel): Promise<void> {
  await withInstance(config, { create: false }, (context) => {
    const { id, username } = getAccountByName(context, name);
    transact(context, (context) => changeLevel(context, findAssignee(context, id), level));
    say(`${username} is ${level} now`);
  });
}

type Action = (context: WriteContext, admin: Caller, account: User) => void;

const setFor =
  (level: SettableLevel): Action =>
  (context, admin, { userID }) =>
    setAccessLevel(context, admin, userID, level);

const raiseTo =
  (level: StaffLevel): Action =>
  (context, admin, { userID }) =>
    promote(context, admin, userID, level);

const actions: Readonly<Record<AssignableLevel, Action>> = {
  banned: setFor('banned'),
  quarantined: setFor('quarantined'),
  unverified: setFor('unverified'),
  verified: setFor('verified'),
  moderator: raiseTo('moderator'),
  devteam: raiseTo('devteam'),
  tho: raiseTo('tho'),
  admin: makeAdmin,
};

function changeLevel(context: WriteContext, account: User, level: AssignableLevel): void {
  const admin = getBuiltInAdmin(context);
  if (isSpecialAccount(account)) throw new CommandFailed(`the level of ${account.username} is fixed`);
  if (account.level === level) throw new CommandFailed(`${account.username} has this level already`);
  const leavesStaff = isAtLeast(account.level, 'moderator') && !isAtLeast(level, account.level);
  if (leavesStaff) {
    demote(context, admin, account.userID);
    endSessions(context, [account.userID], 'your access has changed');
    // Setting this level anew would reach the rest of the family.
    if (level === 'verified') return;
  }
  actions[level](context, admin, account);
}

/** There is no call for this, so that no stolen login can do it. */
function makeAdmin(context: WriteContext, _admin: Caller, { userID, username, level }: User): void {
  if (!isAtLeast(level, 'verified')) throw new CommandFailed(`${username} must be verified first`);
  setLevel(context, userID, 'admin');
}

/** The crew acts in its name: the moderator log names somebody. */
function getBuiltInAdmin(context: Context): Caller {
  const row = findUserRowByName(context.db, sharedAccounts.admin);
  if (!row) throw new CommandFailed('there are no accounts yet: start the service once');
  return toCaller(findAssignee(context, row.id));
}

function findAssignee(context: Context, userID: string): User {
  const found = findUser(context, userID);
  if (!found) throw new Error(`account ${userID} is gone`);
  return found;
}
