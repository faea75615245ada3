import { fezzesApi } from './fezzes.ts';
import { listsApi } from './lists.ts';
import { marksApi } from './marks.ts';
import { membershipApi } from './membership.ts';
import { postsApi } from './posts.ts';

export const chatsApi = { ...fezzesApi, ...listsApi, ...membershipApi, ...marksApi, ...postsApi };
