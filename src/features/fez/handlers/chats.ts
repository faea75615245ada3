import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { answerChange, type Call, type Handlers } from '#contract/endpoint.ts';
import { keepIfWritten, processUploads } from '#core/images/index.ts';
import type { chatsApi } from '../api/chats.ts';
import { createFez, planFez } from '../create-fez.ts';
import { deletePost } from '../delete-post.ts';
import { cancelFez, deleteFez } from '../end-fez.ts';
import type { FoundFez } from '../find-fez.ts';
import { fezTypes, kinds } from '../kinds.ts';
import { listFormer, listJoined, listOpen, listOwned } from '../list-fezzes.ts';
import { setFavorite, setMuted } from '../marks.ts';
import { addMember, join, removeMember, unjoin } from '../membership.ts';
import { markRead, noteRead, openFez, openInside } from '../open-fez.ts';
import { presentPost } from '../present.ts';
import type { FezData, FezPostData } from '../records.ts';
import { reportFez, reportPost } from '../report-fez.ts';
import { showFez, type Wishes } from '../show-fez.ts';
import { changeFez } from '../update-fez.ts';
import { fezToPostIn, writePost } from '../write-post.ts';

type Api = typeof chatsApi;

/** Pictures take a while to draw, so what stands against the call is found out before, and again when it is written. */
async function create(context: Context, { caller, body, write }: Call<Api['create']>): Promise<FezData> {
  planFez(context, caller, body);
  const images = await processUploads(context, body.firstPost?.images ?? [], { key: 'firstPost.images' });
  return keepIfWritten(context, images, () =>
    write(() => openInside(context, caller, createFez(context, caller, body, images[0]), { start: 0 }).shown),
  );
}

async function post(context: Context, { caller, params, body, write }: Call<Api['post']>): Promise<FezPostData> {
  fezToPostIn(context, caller, params.fezID, body);
  const images = await processUploads(context, body.images, { key: 'images' });
  return keepIfWritten(context, images, () =>
    write(() => presentPost(context, writePost(context, caller, params.fezID, body, images[0]))),
  );
}

function read(context: Context, { caller, params, query, note }: Call<Api['read']>): FezData {
  const opened = openFez(context, caller, params.fezID, query);
  const { read: news } = opened;
  if (news) note(() => noteRead(context, caller, news));
  return opened.shown;
}

export function chatsHandlers(context: Context): Handlers<Api> {
  const show = (caller: Caller, found: FoundFez, query: Wishes) => showFez(context, caller, found, query);
  return {
    types: () => fezTypes.map((type) => kinds[type].label),
    read: (call) => read(context, call),
    create: (call) => create(context, call),
    open: ({ caller, query }) => listOpen(context, caller, query),
    joined: ({ caller, query }) => listJoined(context, caller, query),
    owned: ({ caller, query }) => listOwned(context, caller, query),
    former: ({ caller, query }) => listFormer(context, caller, query),
    join: ({ caller, params, query, write }) => write(() => show(caller, join(context, caller, params.fezID), query)),
    unjoin: ({ caller, params, query, write }) =>
      write(() => show(caller, unjoin(context, caller, params.fezID), query)),
    addMember: ({ caller, params, query, write }) =>
      write(() => show(caller, addMember(context, caller, params.fezID, params.userID), query)),
    removeMember: ({ caller, params, query, write }) =>
      write(() => show(caller, removeMember(context, caller, params.fezID, params.userID), query)),
    post: (call) => post(context, call),
    update: ({ caller, params, body, write }) =>
      write(() => show(caller, changeFez(context, caller, params.fezID, body), { members: true })),
    cancel: ({ caller, params, query, write }) =>
      write(() => show(caller, cancelFez(context, caller, params.fezID), query)),
    delete: ({ caller, params, write }) => write(() => deleteFez(context, caller, params.fezID)),
    report: ({ caller, params, body, write }) => write(() => reportFez(context, caller, params.fezID, body.message)),
    reportPost: ({ caller, params, body, write }) =>
      write(() => reportPost(context, caller, params.postID, body.message)),
    mute: ({ caller, params, write }) => write(() => answerChange(setMuted(context, caller, params.fezID, true))),
    unmute: ({ caller, params, write }) => write(() => answerChange(setMuted(context, caller, params.fezID, false))),
    addFavorite: ({ caller, params, write }) =>
      write(() => answerChange(setFavorite(context, caller, params.fezID, true))),
    removeFavorite: ({ caller, params, write }) =>
      write(() => answerChange(setFavorite(context, caller, params.fezID, false))),
    markRead: ({ caller, params, write }) => write(() => answerChange(markRead(context, caller, params.fezID))),
    deletePostIn: ({ caller, params, write }) => write(() => deletePost(context, caller, params.postID, params.fezID)),
    deletePost: ({ caller, params, write }) => write(() => deletePost(context, caller, params.postID)),
  };
}
