import type { Context } from '#area/context.ts';
import { token } from '#contract/access.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger } from '#contract/query.ts';
import { type SocketOpeners, socket } from '#contract/socket.ts';
import { openTopicSession } from '#core/notifications/index.ts';
import { SocketResyncData } from '#core/notifications/records.ts';
import { assertCanReadPosts, getVisibleFez } from '../access.ts';
import { SocketFezMemberChangeData, SocketFezPostData, SocketFezReactionData } from '../records.ts';
import { getFezTopic, getReactionTopic } from './notify-members.ts';

export const fezSockets = {
  fez: socket({
    path: '/fez/{fezID}/socket',
    access: token,
    feature: 'friendlyfez',
    params: { fezID: uuid },
    query: { since: queryInteger, reactions: queryBoolean },
    messages: [SocketFezPostData, SocketFezMemberChangeData, SocketFezReactionData, SocketResyncData],
    summary: 'Stream new messages and member changes of a chat; with `since`, numbered and starting after that number',
  }),
};

export const fezOpeners = (context: Context): SocketOpeners<typeof fezSockets> => ({
  fez: ({ caller, params, query }) => {
    const access = getVisibleFez(context, caller, params.fezID);
    assertCanReadPosts(access);
    const { id } = access.fez;
    const topics = query.reactions ? [getFezTopic(id), getReactionTopic(id)] : [getFezTopic(id)];
    return openTopicSession(context, caller, topics, query.since);
  },
});
