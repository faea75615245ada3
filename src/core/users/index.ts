export { createUser, type NewUser, setLevel, type UserChanges, updateUser } from './change-user.ts';
export {
  assertMayChange,
  assertMayCreate,
  assertNotInTemporaryQuarantine,
  computeStateAfterChange,
  isInTemporaryQuarantine,
  isUnderReview,
} from './content-guard.ts';
export { findUser, findUsers, getDirectoryVersion, getUser, listUsers, toCaller, type User } from './directory.ts';
export { assertUsernameFree, composeUserSearch, isSpecialAccount } from './names.ts';
export {
  blockedUserHeader,
  presentHeader,
  presentHeaderFor,
  presentHeaders,
  presentHeaderTo,
  presentSearch,
  presentStoredHeader,
} from './present.ts';
export { listFavoriteUserIDs, listMutedUserIDs, restoreFavorites } from './relations.ts';
export { giveRole, grantRole, listRoleHolders, removeRole } from './roles.ts';
export { countAccounts } from './row-counts.ts';
export {
  findRoles,
  findUserIDsByNames,
  findUserRow,
  findUserRowByName,
  foldUsername,
  listFamily,
} from './store/accounts.ts';
export { findNote } from './store/notes.ts';
export { listMuterIDs } from './store/relations.ts';
export {
  findVisibleUser,
  findVisibleUserByName,
  getVisibleUser,
  listHiddenUserIDs,
  listVisibleUsers,
  maySee,
} from './visibility.ts';
