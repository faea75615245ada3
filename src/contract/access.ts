/** Access levels in ascending order (decision 2). `client` is the level of service accounts; no call assigns it. */
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
 * Parses the name of a level or shared inbox: anything that ends in `team` is `devteam`, whatever a client calls the
 * team (decision 90).
 */
export const normalizeTeamWord = (word: string): string => (/^\w{0,40}team$/i.test(word) ? 'devteam' : word);

/** Roles that a user may hold in addition to the level (core, Enums). */
export const userRoles = [
  'karaokemanager',
  'shutternautmanager',
  'shutternaut',
  'karaokeambassador',
  'performerselfeditor',
  'accountmanager',
  'huntmanager',
  'safetyofficer',
] as const;
export type UserRole = (typeof userRoles)[number];

/**
 * Roles that only an administrator grants and revokes, and that no file carries from one sailing to the next (moderation
 * rule S2).
 */
export const guardedRoles: ReadonlySet<UserRole> = new Set(['safetyofficer']);

/** The caller: what access rules and verbs need to know of an account. */
export interface Caller {
  readonly userID: string;
  readonly username: string;
  readonly level: AccessLevel;
  readonly roles: ReadonlySet<UserRole>;
  /** The primary account of the caller's family; equal to `userID` for a primary account. */
  readonly familyID: string;
  /** End of a temporary quarantine, possibly in the past. */
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

/** Doesn't identify the caller, even when a token is sent (core rule 24). */
export const open = { kind: 'open' } as const;
/** Identifies the caller by a valid token; a missing or invalid one isn't an error (core rule 25). */
export const optional = { kind: 'optional' } as const;
/** Passes name and password to the handler, which checks them itself: login. */
export const basic = { kind: 'basic' } as const;
/** Requires the name and password of any account, checked before the handler runs (schedule rule 111). */
export const accountBasic = { kind: 'account-basic' } as const;
/** Requires the name and password of a service account (core rule 29). */
export const serviceBasic = { kind: 'service-basic' } as const;
/** Requires a valid token of an account that isn't banned (core rule 26). */
export const token = { kind: 'token' } as const;

/** Requires a token of an account at `level` or above (core rule 27). */
export function minimum<Level extends AccessLevel>(level: Level) {
  return { kind: 'minimum', level, exactly: false } as const;
}

/** Requires a token of an account at exactly `level` (core rule 101). */
export function exactly<Level extends AccessLevel>(level: Level) {
  return { kind: 'minimum', level, exactly: true } as const;
}

/** Requires a token of an account holding `role`; no level bypasses it (core rule 28). */
export function role<Role extends UserRole>(name: Role) {
  return { kind: 'role', role: name } as const;
}

/** Passes if any of several rules does. */
export function either<const Choices extends readonly Access[]>(...choices: Choices) {
  return { kind: 'either', choices } as const;
}

export function isAtLeast(level: AccessLevel, floor: AccessLevel): boolean {
  return accessLevels.indexOf(level) >= accessLevels.indexOf(floor);
}

/** Whether a caller with a token passes this access rule. A token never passes one of the `basic` forms. */
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

/** Returns the contract's access word: `token`, `min:moderator`, `min:devteam or role:huntmanager`. */
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

/** Whether it also admits people without an account. */
export const admitsAnonymous = ({ kind }: Access): boolean =>
  kind === 'open' || kind === 'optional' || kind === 'basic';

/** Whether the access rule is of this kind or has an alternative that is. */
export function includesAccess(access: Access, kind: Access['kind']): boolean {
  return access.kind === kind || (access.kind === 'either' && access.choices.some((one) => includesAccess(one, kind)));
}
