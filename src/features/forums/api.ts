import { categoriesApi } from './categories/api.ts';
import { cooldownApi } from './cooldown/api.ts';
import { listsApi } from './lists/api.ts';
import { postSearchApi } from './post-search/api.ts';
import { postsApi } from './posts/api.ts';
import { marksApi } from './reading/api.ts';
import { threadsApi } from './threads/api.ts';

export const forumsApi = {
  ...categoriesApi,
  ...listsApi,
  ...threadsApi,
  ...cooldownApi,
  ...marksApi,
  ...postsApi,
  ...postSearchApi,
};
