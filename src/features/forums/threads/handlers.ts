import type { Call, Context, Handlers, RecordRead } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import { writeWithPictures } from '#core/images/index.ts';
import { saveReading } from '../reading/readers.ts';
import type { ForumData } from '../records.ts';
import { saveVisit } from '../watching/store.ts';
import type { threadsApi } from './api.ts';
import { moveForum, renameForum, setForumPinned } from './change-forum.ts';
import { assertMayCreateForum, createForum } from './create-forum.ts';
import { forumKind } from './forum-kind.ts';
import { type OpenedForum, openForum, openForumOfEvent, openForumOfPost } from './open-forum.ts';

type Api = typeof threadsApi;

/** Processing pictures takes a while, so the call is checked before that and again on writing. */
function create(context: Context, { caller, params, body, write }: Call<Api['create']>): Promise<ForumData> {
  assertMayCreateForum(context, caller, params.categoryID, body);
  const sent = { uploads: body.firstPost.images, key: 'firstPost.images', write };
  return writeWithPictures(context, sent, (context, images) =>
    createForum(context, caller, params.categoryID, body, images),
  );
}

/** Marks the page as read (forums rule B16), and the thread as looked at by a watcher (forums rule B76). */
function recordReading(caller: Caller, recordRead: RecordRead, opened: OpenedForum): ForumData {
  const { data, forumID, readUpTo, lookedAt } = opened;
  if (readUpTo === undefined && !lookedAt) return data;
  recordRead((context) => {
    if (readUpTo !== undefined) saveReading(context, caller, forumID, readUpTo);
    if (lookedAt) saveVisit(context, caller.userID, lookedAt);
  });
  return data;
}

export const threadsHandlers = (context: Context): Handlers<Api> => ({
  ...forumKind.handlers,
  create: (call) => create(context, call),
  read: ({ caller, params, query, recordRead }) =>
    recordReading(caller, recordRead, openForum(context, caller, params.forumID, query)),
  readOfPost: ({ caller, params, query, recordRead }) =>
    recordReading(caller, recordRead, openForumOfPost(context, caller, params.postID, query)),
  readOfEvent: ({ caller, params, query, recordRead }) =>
    recordReading(caller, recordRead, openForumOfEvent(context, caller, params.eventID, query)),
  rename: ({ caller, params, write }) => write((context) => renameForum(context, caller, params.forumID, params.title)),
  pin: ({ caller, params, write }) =>
    write((context) => respondToChange(setForumPinned(context, caller, params.forumID, true))),
  unpin: ({ caller, params, write }) =>
    write((context) => respondToChange(setForumPinned(context, caller, params.forumID, false))),
  move: ({ caller, params, body, write }) => write((context) => moveForum(context, caller, params, body)),
});
