import { hashtagsApi } from './hashtags/api.ts';
import { wordsApi } from './words/api.ts';

/** All endpoints of the area. */
export const publicTextApi = { ...wordsApi, ...hashtagsApi };
