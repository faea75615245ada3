import * as v from 'valibot';
import { instantInput, integer, optionalInput, text, uuid } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';
import { eventTypes, fezTypes, fezVisibilities, type Kind, kinds } from './kinds.ts';

const maxTitle = 100;
const maxInfo = 2048;
const minLocation = 3;
const maxPostText = 2047;
const maxPostLines = 25;
const maxMilliseconds = 24 * 60 * 60 * 1000;

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const postText = v.pipe(
  text('text', 1, maxPostText),
  v.check((value) => value.split(lineBreak).length <= maxPostLines, `text must have at most ${maxPostLines} lines`),
);

/** A post in a fez (forums, Records: PostContentData; at most one picture here). */
export const FezPostContentData = v.object({
  text: postText,
  images: v.array(ImageUploadData),
  postAsModerator: optionalInput(v.boolean()),
  postAsDevTeam: optionalInput(v.boolean()),
});
export type FezPostContentData = v.InferOutput<typeof FezPostContentData>;

export const tooManyImages = 'there are more pictures than a post here may have';

/** Does a post in this kind of fez take no more pictures than these? Entries without one do not count (fez, Validation). */
export function takesAll({ takesImages }: Kind, images: readonly ImageUploadData[]): boolean {
  const pictures = images.filter(({ image, filename }) => (image?.length ?? 0) > 0 || filename);
  return pictures.length <= (takesImages ? 1 : 0);
}

const title = text('title', 2, maxTitle);
const capacity = (name: string) =>
  v.pipe(
    integer,
    v.check((number) => number >= 0, `${name} must not be below 0`),
  );

interface Times {
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
}

const endsAtAll = ({ startTime, endTime }: Times) => startTime === undefined || endTime !== undefined;
const endsSoonEnough = ({ startTime, endTime }: Times) =>
  startTime === undefined || endTime === undefined || endTime.getTime() - startTime.getTime() <= maxMilliseconds;
const tooLong = 'endTime must be at most 24 hours after startTime';

export const wrongVisibility = 'visibility cannot be chosen so for this type';

const appointmentText = text('info', 2, maxInfo);
const place = text('location', minLocation, Number.MAX_SAFE_INTEGER);

const content = v.object({
  fezType: v.picklist(fezTypes),
  title,
  info: v.string(),
  startTime: optionalInput(instantInput),
  endTime: optionalInput(instantInput),
  location: optionalInput(v.string()),
  minCapacity: capacity('minCapacity'),
  maxCapacity: capacity('maxCapacity'),
  initialUsers: v.array(uuid),
  createdByModerator: optionalInput(v.boolean()),
  createdByDevTeam: optionalInput(v.boolean()),
  visibility: optionalInput(v.picklist(fezVisibilities)),
  firstPost: optionalInput(FezPostContentData),
});
export type FezContentData = v.InferOutput<typeof content>;

/** A fez to be made, or all it shall say from now on (fez, Validation); each check runs whatever else is wrong. */
export const FezContentData = v.pipe(
  content,
  v.forward(
    v.partialCheck(
      [['fezType'], ['info']],
      ({ fezType, info }) => !kinds[fezType].isAppointment || v.is(appointmentText, info),
      `info must have 2 to ${maxInfo} characters`,
    ),
    ['info'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['location']],
      ({ fezType, location }) => !kinds[fezType].isAppointment || location === undefined || v.is(place, location),
      `location must have at least ${minLocation} characters`,
    ),
    ['location'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['visibility']],
      ({ fezType, visibility }) => visibility === undefined || kinds[fezType].visibilities.includes(visibility),
      wrongVisibility,
    ),
    ['visibility'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['firstPost', 'images']],
      ({ fezType, firstPost }) => takesAll(kinds[fezType], firstPost?.images ?? []),
      tooManyImages,
    ),
    ['firstPost', 'images'],
  ),
  v.partialCheck([['startTime'], ['endTime']], endsAtAll, 'endTime is needed with startTime'),
  v.partialCheck([['startTime'], ['endTime']], endsSoonEnough, tooLong),
);

/** Which of the two types an event is, the body does not say: whatever one of them may have passes here. */
const eventVisibility = v.pipe(
  v.picklist(fezVisibilities),
  v.check((value) => eventTypes.some((type) => kinds[type].visibilities.includes(value)), wrongVisibility),
);

const personalContent = v.object({
  title,
  description: optionalInput(v.string()),
  startTime: instantInput,
  endTime: instantInput,
  location: optionalInput(v.string()),
  participants: v.array(uuid),
  visibility: optionalInput(eventVisibility),
});
export type PersonalEventContentData = v.InferOutput<typeof personalContent>;

/** A private event to be made, or a private or personal one as it shall be from now on (fez, Validation). */
export const PersonalEventContentData = v.pipe(
  personalContent,
  v.partialCheck([['startTime'], ['endTime']], endsSoonEnough, tooLong),
);
