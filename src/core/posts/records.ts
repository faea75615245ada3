import * as v from 'valibot';
import { list, optionalInput, text } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';

const maxText = 2047;
const maxLines = 25;
/** Of `images`; those without a picture do not count as pictures (core rule 122). */
const maxEntries = 500;
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const postText = v.pipe(
  text('text', 1, maxText),
  v.check((value) => value.split(lineBreak).length <= maxLines, `The text must have at most ${maxLines} lines.`),
);

/** A post to be written; how many pictures it may have depends on where (forums, Records: PostContentData). */
export const PostContentData = v.object({
  text: postText,
  images: list('images', ImageUploadData, maxEntries),
  postAsModerator: optionalInput(v.boolean()),
  postAsDevTeam: optionalInput(v.boolean()),
});
export type PostContentData = v.InferOutput<typeof PostContentData>;

/** How many pictures these are: entries without one do not count (core rule 122). */
export const countPictures = (images: readonly ImageUploadData[]): number =>
  images.filter(({ image, filename }) => (image?.length ?? 0) > 0 || filename).length;
