export {
  chooseAuthor,
  findInbox,
  findTeam,
  getInbox,
  listInboxes,
  listUsersBehind,
  type PostAs,
  readInboxName,
  type SharedInbox,
} from './shared-inboxes.ts';
