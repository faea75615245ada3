export {
  type AuthorChoice,
  chooseAuthor,
  expandSharedAccounts,
  findInbox,
  findTeam,
  getInbox,
  listInboxes,
  readInboxName,
  type SharedInbox,
} from './shared-inboxes.ts';
