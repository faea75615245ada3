import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { ModeratorConversationData } from '../records.ts';

export const noticesApi = {
  conversation: endpoint({
    method: 'GET',
    path: '/mod/user/{userID}/conversation',
    access: minimum('moderator'),
    feature: 'moderatorreasons',
    params: { userID: uuid },
    response: ModeratorConversationData,
    summary: 'Get what an author and the moderators wrote to each other about decisions',
  }),
};
