import { basic, open, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import { queryText } from '#contract/query.ts';
import { hour, minuteSeconds, type RateLimit } from '#contract/rate-limit.ts';
import { UserHeader } from '#core/users/records.ts';
import {
  AddedUserData,
  CreatedUserData,
  CurrentUserData,
  TokenStringData,
  UserAddData,
  UserCreateData,
  UsernameProposalData,
  UserPasswordData,
  UserRecoveryData,
  UserUsernameLookupData,
  UserVerifyData,
} from './records.ts';

/** Everyone on the ship may register behind one address, and a form may call this while someone types. */
const usernameProposalLimit: RateLimit = {
  what: 'proposals of usernames',
  perAddress: { max: 3000, seconds: minuteSeconds },
};
/** Each change computes two hashes. */
const passwordChangeLimit: RateLimit = { what: 'changes of the password', perFamily: { max: 60, seconds: hour } };

const maxName = 200;

/** Accounts, logins and recovery (core rules 37 to 61). */
export const accountsApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: basic,
    preregistration: true,
    response: TokenStringData,
    isAllowedOnLowDisk: true,
    summary: 'Log in and get the account’s token, which all its devices share',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: token,
    ignoresServerMinimum: true,
    ignoresIdempotencyKey: true,
    status: 204,
    isAllowedOnLowDisk: true,
    rejects: ['notLoggedIn'],
    summary: 'Log out on all devices',
  }),
  recover: endpoint({
    method: 'POST',
    path: '/auth/recovery',
    access: open,
    body: UserRecoveryData,
    response: TokenStringData,
    isAllowedOnLowDisk: true,
    rejects: ['noRecoveryMatch', 'unknownUser', 'banned', 'recoveryLocked', 'tooManyRequests'],
    summary: 'Reset a password with the old password, the recovery key or, once, the registration code',
  }),
  lookUpUsername: endpoint({
    method: 'POST',
    path: '/auth/username',
    access: open,
    body: UserUsernameLookupData,
    response: UserHeader,
    isAllowedOnLowDisk: true,
    rejects: ['noRecoveryMatch', 'banned', 'recoveryLocked', 'tooManyRequests'],
    summary: 'Find a forgotten username by registration code and password or recovery key',
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/create',
    access: open,
    feature: 'registration',
    preregistration: true,
    body: UserCreateData,
    response: CreatedUserData,
    status: 201,
    rejects: ['unknownRegistrationCode', 'codeUsed', 'usernameTaken', 'tooManyRequests'],
    summary: 'Create a primary account',
  }),
  proposeUsername: endpoint({
    method: 'GET',
    path: '/user/proposename',
    access: open,
    feature: 'registration',
    preregistration: true,
    limit: usernameProposalLimit,
    query: { name: queryText(maxName) },
    response: UsernameProposalData,
    summary: 'Suggest a free username for a display name',
  }),
  add: endpoint({
    method: 'POST',
    path: '/user/add',
    access: token,
    body: UserAddData,
    response: AddedUserData,
    status: 201,
    rejects: ['limitReached', ...creationRejections, 'banned', 'usernameTaken'],
    begins: true,
    summary: 'Create an additional account',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/user/verify',
    access: token,
    body: UserVerifyData,
    rejects: ['alreadyVerified', 'protectedAccount', 'unknownRegistrationCode', 'codeUsed', 'tooManyRequests'],
    summary: 'Add a registration code to an account that has none',
  }),
  whoami: endpoint({
    method: 'GET',
    path: '/user/whoami',
    access: token,
    preregistration: true,
    response: CurrentUserData,
    summary: 'Get your account with its access level and roles',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/password',
    access: token,
    preregistration: true,
    limit: passwordChangeLimit,
    body: UserPasswordData,
    response: TokenStringData,
    emptyStatus: 201,
    isAllowedOnLowDisk: true,
    rejects: ['wrongPassword', 'serviceAccount'],
    summary: 'Change your password; with endOtherSessions, sign out everywhere else and get a new token',
  }),
};
