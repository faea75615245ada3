export {
  chooseAuthor,
  findInbox,
  getInbox,
  listInboxes,
  listUsersBehind,
  type PostAs,
  readInboxName,
  type SharedInbox,
} from './teams.ts';
