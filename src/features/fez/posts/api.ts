import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections } from '#contract/error-codes.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { declarePostCalls, declareReactionCalls } from '#core/posts/index.ts';
import { PostContentData } from '#core/posts/records.ts';
import { acceptsReason } from '#core/reports/index.ts';
import { FezPostData, FezPostReportData, ReportDisclosureData } from '../records.ts';

const feature = 'friendlyfez';

const { delete: deletePost, report: reportPost } = declarePostCalls({
  feature,
  path: '/fez/post/{postID}',
  noun: 'chat message',
  rejects: ['notReportable'],
});

export const postsApi = {
  post: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/post',
    access: token,
    feature,
    params: { fezID: uuid },
    body: PostContentData,
    pictures: 1,
    response: FezPostData,
    rejects: ['notMember', 'chatClosed'],
    summary: 'Send a message in a chat',
  }),
  deletePostIn: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/post/{postID}/delete',
    access: token,
    feature,
    params: { fezID: uuid, postID: integerInPath },
    ...acceptsReason,
    status: 204,
    rejects: [...changeRejections],
    summary: 'Delete a message in this chat',
  }),
  deletePost,
  reportPost: { ...reportPost, body: FezPostReportData },
  reportDisclosure: endpoint({
    method: 'GET',
    path: '/fez/post/{postID}/report',
    access: token,
    feature: [feature, 'chatreports'],
    params: { postID: integerInPath },
    response: ReportDisclosureData,
    rejects: ['notReportable'],
    summary: 'Get the messages that a report of this one would disclose to moderators',
  }),
  ...declareReactionCalls({
    feature: [feature, 'chatreactions'],
    path: '/fez/post/{postID}',
    noun: 'chat message',
    record: FezPostData,
    rejects: ['notMember'],
  }),
};
