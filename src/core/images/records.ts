import * as v from 'valibot';
import { base64, boundedText, line, optionalInput, trimmedText } from '#contract/fields.ts';
import { inputRecord } from '#contract/record.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';

/** In characters; longer than the name of any stored picture. */
const maxFilename = 255;

const maxDescription = 500;

/** What is on a new picture (core rule 131). */
export const pictureDescription = v.pipe(
  optionalInput(trimmedText('description', 0, maxDescription)),
  v.description('What is on the new picture, for people who can’t see it; it can’t be changed later'),
);

/** The description of one picture in records (core rule 132). */
export const shownDescription = v.pipe(
  v.optional(v.string()),
  v.description('What is on the picture, for people who can’t see it; absent if the picture has no description'),
);

/** The descriptions of several pictures in records (core rule 132). */
export const shownDescriptions = v.pipe(
  v.optional(v.array(v.string())),
  v.description(
    'What is on each of the pictures, in their order, empty for those without a description; absent if none has one',
  ),
);

/** A new picture, or the name of a stored one. The name is ignored if a picture is sent (core, Records). */
export const ImageUploadData = inputRecord('ImageUploadData', {
  filename: v.pipe(
    optionalInput(line('filename', 0, maxFilename)),
    v.description('Name of a picture stored on the server; ignored if `image` is given'),
  ),
  image: v.pipe(optionalInput(base64), v.description('The picture, as base64')),
  description: pictureDescription,
});
export type ImageUploadData = v.InferOutput<typeof ImageUploadData>;

/** A picture's name in a path, converted to the form in which it's stored (core rules 108 and 109). */
export const pictureNameInPath = v.pipe(
  boundedText(maxFilename),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const name = parsePictureName(dataset.value);
    if (name !== undefined) return name;
    addIssue({ message: 'is not the name of a picture: a UUID with one extension at most' });
    return NEVER;
  }),
);
