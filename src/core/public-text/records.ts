import * as v from 'valibot';

/** An account's whole list of alert words or mute words, in ascending order. */
export const KeywordData = v.strictObject({ keywords: v.array(v.string()) });
export type KeywordData = v.InferOutput<typeof KeywordData>;
