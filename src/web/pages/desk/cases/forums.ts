import { integerInPath, uuid } from '#contract/fields.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumModeration, forumPostModeration } from '#features/forums/moderation/api.ts';
import type { ForumData, PostData } from '#features/forums/records.ts';
import { declareForm, renderInputs } from '../../../frame/body-form.ts';
import { actionField, createFields } from '../../../frame/forms.ts';
import { html, when } from '../../../frame/html.ts';
import { icon } from '../../../frame/icons.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { pictures } from '../../../frame/posts.ts';
import { askOptional } from '../../../frame/rejections.ts';
import { pageBelow } from '../../../frame/shell.ts';
import { prose } from '../../../frame/text.ts';
import { call, page } from '../../../page.ts';
import type { Visit } from '../../../visit.ts';
import { casePage, type NeighbouringPost } from '../case-page.ts';
import { reasonFields, reasonForm } from '../reason.ts';
import { showPostEdit } from './post-edit.ts';

/** A thread that was reported for its title. */
export const threadCase = casePage({
  path: '/desk/threads/{thread}',
  params: { thread: uuid },
  asks: [forumModeration.readEndpoint],
  async find(visit) {
    const forumID = visit.params.thread;
    const found = await visit.ask(forumModeration.readEndpoint, { params: { forumID } });
    return {
      type: 'forum',
      author: found.creator,
      writtenAt: found.createdAt,
      content: html`<p>${found.title}</p>`,
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: found.edits.map(({ title, categoryID, ...edit }) => ({
        ...edit,
        before: html`<p>${title}${when(categoryID, () => html` <span class="soft">(in another category)</span>`)}</p>`,
      })),
      reports: found.reports,
      ways: found.isDeleted
        ? []
        : [
            { path: `/forums/thread/${forumID}`, label: 'Read thread' },
            { path: `/desk/threads/${forumID}/move`, label: 'Rename, move or pin' },
            ...(visit.isOpen(forumsApi.slowMode)
              ? [{ path: `/desk/threads/${forumID}/cooldown`, label: 'Cool down' }]
              : []),
          ],
    };
  },
  state: {
    asks: forumModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(forumModeration.stateEndpoint, { params: { forumID: params.thread, state }, body }),
  },
  removal: {
    asks: forumsApi.delete,
    label: 'Delete thread and posts',
    run: ({ ask, params }, body) => ask(forumsApi.delete, { params: { forumID: params.thread }, body }),
  },
});

/** A forum post and those around it. */
export const forumPostCase = casePage({
  path: '/desk/forum-posts/{forumPost}',
  params: { forumPost: integerInPath },
  asks: [forumPostModeration.readEndpoint],
  mayAsk: [forumsApi.readOfPost, forumsApi.read],
  async find(visit) {
    const postID = visit.params.forumPost;
    const { forumPost, ...found } = await visit.ask(forumPostModeration.readEndpoint, { params: { postID } });
    const thread = found.isDeleted ? undefined : await findSurroundingPosts(visit, forumPost.forumID, postID);
    const at = thread?.posts.findIndex((post) => post.postID === postID) ?? -1;
    return {
      type: 'forumPost',
      author: forumPost.author,
      writtenAt: forumPost.createdAt,
      content: html`${prose(forumPost.text)}${found.isDeleted ? '' : pictures(forumPost.images, forumPost.imageDescriptions)}${readableDescriptions(...(forumPost.imageDescriptions ?? []))}`,
      before: thread && at > 0 ? thread.posts.slice(0, at).map(toNeighbour) : [],
      after: thread && at >= 0 ? thread.posts.slice(at + 1).map(toNeighbour) : [],
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: found.edits.map(showPostEdit),
      reports: found.reports,
      ways: [
        ...(thread ? [{ path: `/forums/thread/${thread.forumID}`, label: `Read “${thread.title}”` }] : []),
        { path: `/desk/threads/${forumPost.forumID}`, label: 'About the thread' },
      ],
    };
  },
  state: {
    asks: forumPostModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(forumPostModeration.stateEndpoint, { params: { postID: params.forumPost, state }, body }),
  },
  removal: {
    asks: forumsApi.deletePost,
    run: ({ ask, params }, body) => ask(forumsApi.deletePost, { params: { postID: params.forumPost }, body }),
  },
});

/** How many posts are shown before and after the reported one. */
const neighboursPerSide = 2;

/** Returns the posts around one in a thread; undefined if the moderator can't see them. */
async function findSurroundingPosts(visit: Visit, forumID: string, postID: number): Promise<ForumData | undefined> {
  const place = await askOptional(visit, forumsApi.readOfPost, { params: { postID }, query: { limit: 1 } });
  if (!place) return undefined;
  const start = Math.max(0, place.paginator.start - neighboursPerSide);
  return askOptional(visit, forumsApi.read, {
    params: { forumID },
    query: { start, limit: 2 * neighboursPerSide + 1 },
  });
}

const toNeighbour = ({ author, createdAt, text }: PostData): NeighbouringPost => ({
  author,
  createdAt,
  content: prose(text),
});

type ThreadVisit = Visit<{ readonly thread: string }, unknown>;
const toThread = ({ params }: ThreadVisit) => ({ params: { forumID: params.thread } });

const titleForm = declareForm(forumsApi.rename.params, { title: { label: 'Title' } });

/** Changes a thread's title or category, or pins it. */
export const moveThread = page({
  path: '/desk/threads/{thread}/move',
  place: 'more',
  params: { thread: uuid },
  asks: [forumModeration.readEndpoint, forumsApi.categories, forumsApi.read],
  actions: {
    rename: {
      asks: [forumsApi.rename],
      form: titleForm,
      async run(visit, { title }) {
        await visit.ask(forumsApi.rename, { params: { forumID: visit.params.thread, title } });
        return { to: `/desk/threads/${visit.params.thread}` };
      },
    },
    move: {
      asks: [forumsApi.move],
      form: { categoryID: uuid, ...reasonForm },
      async run(visit, { categoryID, ...body }) {
        await visit.ask(forumsApi.move, { params: { forumID: visit.params.thread, categoryID }, body });
        return { to: `/desk/threads/${visit.params.thread}` };
      },
    },
    pin: call(forumsApi.pin, {}, toThread),
    unpin: call(forumsApi.unpin, {}, toThread),
  },
  async show(visit) {
    const { title, isPinned, categoryID } = await visit.ask(forumsApi.read, {
      ...toThread(visit),
      query: { limit: 1 },
    });
    const categories = await visit.ask(forumsApi.categories);
    const renaming = renderInputs(visit, 'rename', titleForm);
    const moving = createFields(visit, 'move');
    const content = html`<form method="post">${actionField(visit, 'rename')}${renaming.trouble()}
${renaming.input('title', title)}
<p class="actions"><button type="submit" class="quiet">Rename</button></p></form>
<form method="post">${actionField(visit, 'move')}${moving.trouble()}
${moving.choice({ name: 'categoryID', label: 'Category', value: categoryID, options: categories.map((one) => [one.categoryID, one.title]) })}
${reasonFields(visit, 'move')}
<p class="actions"><button type="submit" class="quiet">Move</button></p></form>
<form method="post" class="actions"><button type="submit" class="quiet" name="${visit.action(isPinned ? 'unpin' : 'pin')}">${icon('pin')}${isPinned ? 'Unpin thread' : 'Pin thread'}</button></form>`;
    return pageBelow({ label: 'Thread', path: `/desk/threads/${visit.params.thread}` }, title, content);
  },
});
