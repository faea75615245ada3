import * as v from 'valibot';
import { base64, boundedText, line, optionalInput } from '#contract/fields.ts';
import { inputRecord } from '#contract/record.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';

/** Characters; no name of a stored picture is as long. */
const maxFilename = 255;

/** A new picture, or the name of one that the server has; the name is ignored next to a picture (core, Records). */
export const ImageUploadData = inputRecord('ImageUploadData', {
  filename: v.pipe(
    optionalInput(line('filename', 0, maxFilename)),
    v.description('Name of a picture stored on the server; ignored if `image` is given'),
  ),
  image: v.pipe(optionalInput(base64), v.description('The picture, as base64')),
});
export type ImageUploadData = v.InferOutput<typeof ImageUploadData>;

/** A picture's name in a path, brought into the form in which it is stored (core rules 108 and 109). */
export const pictureNameInPath = v.pipe(
  boundedText(maxFilename),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const name = parsePictureName(dataset.value);
    if (name !== undefined) return name;
    addIssue({ message: 'is not the name of a picture: a UUID with one extension at most' });
    return NEVER;
  }),
);
