import { integerInPath, uuid } from '#contract/fields.ts';
import { fezApi } from '#features/fez/api.ts';
import { fezModeration, fezPostModeration, personalEventModeration } from '#features/fez/moderation/api.ts';
import type { FezPostData } from '#features/fez/records.ts';
import { getPathToFirstUnread } from '../../../frame/chats.ts';
import { type Html, html, when } from '../../../frame/html.ts';
import { getShownName } from '../../../frame/people.ts';
import { readableDescriptions } from '../../../frame/picture-fields.ts';
import { picture } from '../../../frame/posts.ts';
import { askOptional } from '../../../frame/rejections.ts';
import { prose } from '../../../frame/text.ts';
import { casePage, type NeighbouringPost } from '../case-page.ts';

/** How an appointment describes itself. */
const describe = ({ title, info, location }: { title: string; info: string; location?: string | undefined }): Html =>
  html`<p><b>${title}</b></p>${prose(info)}${when(location, (place) => html`<p>Where: ${place}</p>`)}`;

/** A group or an open chat; a closed one is visible to its members only. */
export const groupCase = casePage({
  path: '/desk/groups/{group}',
  params: { group: uuid },
  asks: [fezModeration.readEndpoint],
  async find(visit) {
    const fezID = visit.params.group;
    const { fez, ...found } = await visit.ask(fezModeration.readEndpoint, { params: { fezID } });
    return {
      type: 'fez',
      author: fez.owner,
      content: describe(fez),
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: found.edits.map((edit) => ({ author: edit.author, createdAt: edit.createdAt, before: describe(edit) })),
      reports: found.reports,
      ways: found.isDeleted
        ? []
        : [
            { path: `/desk/events/${fezID}`, label: 'View event' },
            { path: getPathToFirstUnread({ fezID }), label: 'Read chat' },
          ],
    };
  },
  state: {
    asks: fezModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(fezModeration.stateEndpoint, { params: { fezID: params.group, state }, body }),
  },
  removal: {
    asks: fezApi.delete,
    run: ({ ask, params }, body) => ask(fezApi.delete, { params: { fezID: params.group }, body }),
  },
});

/** A group or private event in its own words, with all members. */
export const eventCase = casePage({
  path: '/desk/events/{privateEvent}',
  params: { privateEvent: uuid },
  asks: [personalEventModeration.readEndpoint],
  async find(visit) {
    const fezID = visit.params.privateEvent;
    const { personalEvent, ...found } = await visit.ask(personalEventModeration.readEndpoint, { params: { fezID } });
    const { title, description = '', location, owner, participants } = personalEvent;
    return {
      type: 'personalEvent',
      author: owner,
      content: html`${describe({ title, info: description, location })}<p>With: ${participants.map(getShownName).join(', ')}</p>`,
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: [],
      reports: found.reports,
      ways: [{ path: `/desk/groups/${fezID}`, label: 'Edit history' }],
    };
  },
  // The group's moderation state applies.
  state: {
    asks: fezModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(fezModeration.stateEndpoint, { params: { fezID: params.privateEvent, state }, body }),
  },
  removal: {
    asks: fezApi.delete,
    run: ({ ask, params }, body) => ask(fezApi.delete, { params: { fezID: params.privateEvent }, body }),
  },
});

/** A message and those around it. */
export const messageCase = casePage({
  path: '/desk/messages/{groupPost}',
  params: { groupPost: integerInPath },
  asks: [fezPostModeration.readEndpoint],
  mayAsk: [fezApi.read],
  async find(visit) {
    const postID = visit.params.groupPost;
    const { fezPost, fezID, ...found } = await visit.ask(fezPostModeration.readEndpoint, { params: { postID } });
    const chat = await askOptional(visit, fezApi.read, { params: { fezID }, query: { limit: 200 } });
    const posts = chat?.members?.posts ?? [];
    return {
      type: 'fezPost',
      author: fezPost.author,
      writtenAt: fezPost.timestamp,
      content: html`${prose(fezPost.text)}${when(found.isDeleted ? undefined : fezPost.image, (name) => picture(name, fezPost.imageDescription))}${readableDescriptions(fezPost.imageDescription)}`,
      before: posts
        .filter((post) => post.postID < postID)
        .slice(-neighbourCount)
        .map(toNeighbour),
      after: posts
        .filter((post) => post.postID > postID)
        .slice(0, neighbourCount)
        .map(toNeighbour),
      state: found.moderationStatus,
      isDeleted: found.isDeleted,
      edits: [],
      reports: found.reports,
      ways: [{ path: `/desk/groups/${fezID}`, label: chat ? `About “${chat.title}”` : 'About the chat' }],
    };
  },
  state: {
    asks: fezPostModeration.stateEndpoint,
    set: ({ ask, params }, state, body) =>
      ask(fezPostModeration.stateEndpoint, { params: { postID: params.groupPost, state }, body }),
  },
  removal: {
    asks: fezApi.deletePost,
    run: ({ ask, params }, body) => ask(fezApi.deletePost, { params: { postID: params.groupPost }, body }),
  },
});

const neighbourCount = 2;

const toNeighbour = ({ author, timestamp, text }: FezPostData): NeighbouringPost => ({
  author,
  createdAt: timestamp,
  content: prose(text),
});
