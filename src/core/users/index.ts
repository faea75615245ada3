export { createUser, setLevel, type UserChanges, updateUser } from './change-user.ts';
export { assertMayChange, assertMayCreate, isInTemporaryQuarantine } from './content-guard.ts';
export {
  blockedUserHeader,
  findUser,
  getUser,
  isUnderReview,
  listUsers,
  presentHeader,
  presentHeaders,
  presentTrueHeader,
  toCaller,
  type User,
} from './directory.ts';
export { listFavoriteUserIDs } from './favorite.ts';
export { listMutedUserIDs } from './mute.ts';
export { presentSearch } from './present.ts';
export { giveRole, listRoleHolders, takeRole } from './roles.ts';
export { isSpecialAccount } from './special-accounts.ts';
export {
  findUserRow,
  findUserRowByName,
  foldUsername,
  listFamily,
} from './store/accounts.ts';
export { findNote } from './store/notes.ts';
export { findRoles } from './store/roles.ts';
export { assertUsernameFree } from './taken-username.ts';
export { composeUserSearch } from './user-search.ts';
export {
  getVisibleUser,
  listHiddenUserIDs,
  listVisibleUsers,
  maySee,
  presentHeaderFor,
} from './visibility.ts';
export { cleanWords, listWords } from './words.ts';
