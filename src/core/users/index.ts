export { guardChange, guardCreation, isInTemporaryQuarantine } from './content-guard.ts';
export {
  asCaller,
  blockedUserHeader,
  headerOf,
  headersOf,
  isUnderReview,
  type Person,
  person,
  personChanged,
  trueHeaderOf,
} from './people.ts';
export { findFamily, findRoles, findUser, findUserByName, insertUser, updateUser, usernameKey } from './store.ts';
export { composeUserSearch } from './user-search.ts';
export { hiddenUserIDs, maySee, visibilityChanged, visiblePerson } from './visibility.ts';
