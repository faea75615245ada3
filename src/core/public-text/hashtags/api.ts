import * as v from 'valibot';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText } from '#contract/fields.ts';
import { maxHashtag } from './read-hashtags.ts';

/** May start with a `#`. */
const hashtagPrefix = boundedText(maxHashtag + 1);

export const hashtagsApi = {
  completeHashtag: endpoint({
    method: 'GET',
    path: '/notification/hashtags/{text}',
    access: open,
    params: { text: hashtagPrefix },
    response: v.array(v.string()),
    summary: 'Complete a hashtag, with up to ten suggestions',
  }),
};
