import type { Context, Handlers } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { accountsApi } from './api.ts';
import { changePassword } from './change-password.ts';
import { verifyAccount } from './claim-code.ts';
import { addSubAccount, createAccount } from './create-account.ts';
import { logIn, logOut } from './login.ts';
import { proposeUsername } from './propose-username.ts';
import { lookUpUsername, recoverAccount } from './recovery.ts';

function presentCurrentUser({ userID, username, level, roles }: Caller) {
  return { userID, username, isLoggedIn: true, accessLevel: level, roles: [...roles] };
}

/** The endpoints of the area. */
export function accountsHandlers(context: Context): Handlers<typeof accountsApi> {
  return {
    login: ({ credentials, address, write }) => logIn(context, credentials, address, write),
    logout: ({ caller, write }) => write((context) => logOut(context, caller)),
    recover: ({ body, address, write }) => recoverAccount(context, body, address, write),
    lookUpUsername: ({ body, address, write }) => lookUpUsername(context, body, address, write),
    create: ({ body, address, write }) => createAccount(context, body, address, write),
    proposeUsername: ({ query }) => ({ username: proposeUsername(context, query.name ?? '') }),
    add: ({ caller, body, address, write }) => addSubAccount(context, caller, body, address, write),
    verify: ({ caller, body, address, write }) =>
      write((context) => verifyAccount(context, caller, body.verification, address)),
    whoami: ({ caller }) => presentCurrentUser(caller),
    changePassword: ({ caller, body, address, write }) => changePassword(context, caller, body, address, write),
  };
}
