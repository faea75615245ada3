export { assertMayChange, assertMayCreate, isInTemporaryQuarantine } from './content-guard.ts';
export { listFavoriteUserIDs } from './favorite.ts';
export { listMutedUserIDs } from './mute.ts';
export {
  blockedUserHeader,
  findUser,
  getUser,
  invalidateUser,
  isUnderReview,
  listUsers,
  presentHeader,
  presentHeaders,
  presentTrueHeader,
  toCaller,
  type User,
} from './people.ts';
export { presentSearch } from './present.ts';
export { giveRole, listRoleHolders, takeRole } from './roles.ts';
export { setLevel, whenLevelChanges } from './set-level.ts';
export { isSpecialAccount } from './special-accounts.ts';
export {
  findUserRow,
  findUserRowByName,
  foldUsername,
  insertUserRow,
  listFamily,
  updateUserRow,
} from './store/accounts.ts';
export { findNote } from './store/notes.ts';
export { findRoles } from './store/roles.ts';
export { assertUsernameFree } from './taken-username.ts';
export { composeUserSearch } from './user-search.ts';
export {
  getVisibleUser,
  invalidateVisibility,
  listHiddenUserIDs,
  listVisibleUsers,
  maySee,
  presentHeaderFor,
} from './visibility.ts';
export { cleanWords, listWords } from './words.ts';
