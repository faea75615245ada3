import { randomUUID } from 'node:crypto';
import { listAreas } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import { guardedRoles } from '#contract/access.ts';
import { setCodeOwner } from '#core/accounts/index.ts';
import { readProfileTexts } from '#core/profiles/records.ts';
import {
  composeUserSearch,
  createUser,
  findUserRowByName,
  grantRole,
  setLevel,
  type UserChanges,
  updateUser,
} from '#core/users/index.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';
import { isUsableHash } from '#platform/secrets/passwords.ts';
import { readCode } from './judge-user.ts';
import type { UserSaveRestoreData } from './records.ts';
import type { Report } from './report.ts';

/** Stores a user of the file that was judged as imported, with the data of all areas (admin rule A25). */
export function restoreUser(context: WriteContext, user: UserSaveRestoreData, report: Report): void {
  const userID = randomUUID();
  const { username, parentUsername } = user;
  const parent = parentUsername === undefined ? undefined : findUserRowByName(context.db, parentUsername);
  const recoveryKeyHash = parent ? undefined : readHash(user.recoveryKey);
  const passwordHash = readHash(user.password);
  // Sets the level the usual way, so that every area reacts to it.
  createUser(context, {
    userID,
    familyID: parent?.id ?? userID,
    username,
    level: 'unverified',
    passwordHash,
    recoveryKeyHash,
  });
  updateUser(context, userID, { ...readProfile(user, report), hasLoggedIn: true });
  if (!parent) setCodeOwner(context.db, readCode(user), userID);
  setLevel(context, userID, user.accessLevel);
  for (const role of new Set(user.roles).difference(guardedRoles)) grantRole(context, userID, role);
  for (const { userFileFields } of listAreas(context)) userFileFields?.restore(context, userID, user, report);
}

const readHash = (hash: string): string | undefined => (isUsableHash(hash) ? hash : undefined);

/** Lists the data of an imported user that can't be used, also in a dry run. */
export function reportUnusableFields(user: UserSaveRestoreData, report: Report): void {
  const isUnusable = (hash: string) => hash !== '' && !isUsableHash(hash);
  if (isUnusable(user.password)) {
    report.mention(
      `User ${user.username}: the password is stored in a way unknown here; the registration code recovers.`,
    );
  }
  if (isUnusable(user.recoveryKey)) {
    report.mention(`User ${user.username}: the recovery key is stored in a way unknown here.`);
  }
  for (const role of new Set(user.roles).intersection(guardedRoles)) {
    report.mention(`User ${user.username}: the role ${role} isn’t imported; an administrator has to grant it.`);
  }
  const picture = readAvatarName(user);
  if (user.userImage && (picture === undefined || !report.hasPicture(picture))) {
    report.mention(`User ${user.username}: the picture ${user.userImage} is missing or can't be read.`);
  }
}

/** Returns the stored name of the avatar; undefined for none. */
export const readAvatarName = ({ userImage }: UserSaveRestoreData): string | undefined =>
  userImage ? parsePictureName(userImage) : undefined;

function readProfile(user: UserSaveRestoreData, report: Report): UserChanges {
  const picture = readAvatarName(user);
  const texts = readProfileTexts(user);
  return {
    ...texts,
    userSearch: composeUserSearch({ username: user.username, ...texts }),
    userImage: picture !== undefined && report.hasPicture(picture) ? picture : null,
  };
}
