/** Access levels in ascending order (decision 2). `client` is the level of service accounts and is assigned by no call. */
export const accessLevels = [
  'banned',
  'quarantined',
  'unverified',
  'verified',
  'client',
  'moderator',
  'devteam',
  'tho',
  'admin',
] as const;
export type AccessLevel = (typeof accessLevels)[number];

/**
 * Reads the word of a level or shared inbox: what ends in `team` is `devteam`, whatever a client calls the team
 * (decision 90).
 */
export const readTeamWord = (word: string): string => (/^\w{0,40}team$/i.test(word) ? 'devteam' : word);

/** Roles that a user may hold next to the level (core, Enums). */
export const userRoles = [
  'karaokemanager',
  'shutternautmanager',
  'shutternaut',
  'karaokeambassador',
  'performerselfeditor',
  'accountmanager',
  'huntmanager',
] as const;
export type UserRole = (typeof userRoles)[number];

/** Who makes a call: what access rules and verbs need to know of an account. */
export interface Caller {
  readonly userID: string;
  readonly username: string;
  readonly level: AccessLevel;
  readonly roles: ReadonlySet<UserRole>;
  /** The primary account of the caller's family; equal to `userID` for a primary account. */
  readonly familyID: string;
  /** End of a temporary quarantine that may still be running. */
  readonly quarantinedUntil: Date | undefined;
}

/** Name and password from a Basic `Authorization` header. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Who may make a call, as data (core, Access words). */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'optional' }
  | { readonly kind: 'basic' }
  | { readonly kind: 'account-basic' }
  | { readonly kind: 'service-basic' }
  | { readonly kind: 'token' }
  | { readonly kind: 'minimum'; readonly level: AccessLevel; readonly exactly: boolean }
  | { readonly kind: 'role'; readonly role: UserRole }
  | { readonly kind: 'either'; readonly choices: readonly Access[] };

/** No identity is looked at, even when a token is sent (core rule 24). */
export const open = { kind: 'open' } as const;
/** A valid token identifies the caller; none, or a bad one, is no error (core rule 25). */
export const optional = { kind: 'optional' } as const;
/** Name and password are handed to the handler, which checks them itself: login. */
export const basic = { kind: 'basic' } as const;
/** Name and password of any account, checked before the handler runs (schedule rule 111). */
export const accountBasic = { kind: 'account-basic' } as const;
/** Name and password of a service account (core rule 29). */
export const serviceBasic = { kind: 'service-basic' } as const;
/** A valid token of an account that is not banned (core rule 26). */
export const token = { kind: 'token' } as const;

/** A token of an account at `level` or above (core rule 27). */
export function minimum<Level extends AccessLevel>(level: Level) {
  return { kind: 'minimum', level, exactly: false } as const;
}

/** A token of an account at exactly `level` (core rule 101). */
export function exactly<Level extends AccessLevel>(level: Level) {
  return { kind: 'minimum', level, exactly: true } as const;
}

/** A token of an account holding `role`; no level gets round it (core rule 28). */
export function role<Role extends UserRole>(name: Role) {
  return { kind: 'role', role: name } as const;
}

/** Any one of several ways in. */
export function either<const Choices extends readonly Access[]>(...choices: Choices) {
  return { kind: 'either', choices } as const;
}

export function isAtLeast(level: AccessLevel, floor: AccessLevel): boolean {
  return accessLevels.indexOf(level) >= accessLevels.indexOf(floor);
}

/** Does a caller known by token pass this access rule? A token never passes one of the `basic` forms. */
export function isAllowed(access: Access, caller: Caller): boolean {
  switch (access.kind) {
    case 'open':
    case 'optional':
    case 'token':
      return true;
    case 'minimum':
      return access.exactly ? caller.level === access.level : isAtLeast(caller.level, access.level);
    case 'role':
      return caller.roles.has(access.role);
    case 'either':
      return access.choices.some((choice) => isAllowed(choice, caller));
    case 'basic':
    case 'account-basic':
    case 'service-basic':
      return false;
  }
}

/** The access word of the contract: `token`, `min:moderator`, `min:devteam or role:huntmanager`. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'minimum':
      return `min:${access.level}`;
    case 'role':
      return `role:${access.role}`;
    case 'account-basic':
      return 'basic';
    case 'either':
      return access.choices.map(describeAccess).join(' or ');
    default:
      return access.kind;
  }
}

/** Does it let in anyone who has no account too? */
export const isForAnybody = ({ kind }: Access): boolean => kind === 'open' || kind === 'optional' || kind === 'basic';

/** Does the access rule contain this kind, itself or as one of its choices? */
export function includesAccess(access: Access, kind: Access['kind']): boolean {
  return access.kind === kind || (access.kind === 'either' && access.choices.some((one) => includesAccess(one, kind)));
}
