import { feedApi } from './feed/api.ts';
import { postsApi } from './posts/api.ts';

export const microblogApi = { ...feedApi, ...postsApi };
