import * as v from 'valibot';
import { record } from '#contract/record.ts';

/** An account's full list of alert words or mute words, in ascending order. */
export const KeywordData = record('KeywordData', {
  keywords: v.pipe(v.array(v.string()), v.description('The words, in ascending order')),
});
export type KeywordData = v.InferOutput<typeof KeywordData>;
