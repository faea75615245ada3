export { guardChange, guardCreation, isInTemporaryQuarantine } from './content-guard.ts';
export { favoriteUserIDs } from './favorite.ts';
export { mutedUserIDs } from './mute.ts';
export {
  asCaller,
  blockedUserHeader,
  everybody,
  headerOf,
  headersOf,
  isUnderReview,
  knownPerson,
  type Person,
  person,
  personChanged,
  trueHeaderOf,
} from './people.ts';
export { presentSearch } from './present.ts';
export { giveRole, roleHolders, takeRole } from './roles.ts';
export { setLevel, whenLevelChanges } from './set-level.ts';
export { isSpecialAccount } from './special-accounts.ts';
export { findFamily, findUser, findUserByName, insertUser, updateUser, usernameKey } from './store/accounts.ts';
export { findNote } from './store/notes.ts';
export { findRoles } from './store/roles.ts';
export { refuseTakenUsername } from './taken-username.ts';
export { composeUserSearch } from './user-search.ts';
export { headerFor, hiddenUserIDs, maySee, visibilityChanged, visiblePeople, visiblePerson } from './visibility.ts';
export { cleanWords, wordsOf } from './words.ts';
