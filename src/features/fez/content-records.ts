import * as v from 'valibot';
import {
  countCharacters,
  instantInput,
  integerBetween,
  line,
  list,
  optionalInput,
  text,
  uuid,
} from '#contract/fields.ts';
import { inputRecord } from '#contract/record.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import { countPictures, PostContentData } from '#core/posts/records.ts';
import { eventTypes, fezTypes, fezVisibilities, type Kind, kinds } from './kinds.ts';

const maxTitle = 100;
const minInfo = 2;
const maxInfo = 2048;
const minLocation = 3;
const maxLocation = 200;
const maxUsers = 1000;
const maxMilliseconds = 24 * 60 * 60 * 1000;

export const tooManyImages = 'The images must be one at most, and none in a chat.';

/** Does a post in this kind of fez take these pictures? (fez, Validation) */
export const takesImages = (kind: Kind, images: readonly ImageUploadData[]): boolean =>
  countPictures(images) <= (kind.takesImages ? 1 : 0);

const title = line('title', 2, maxTitle);
const capacity = (name: string) => integerBetween(`The ${name} must not be below 0.`, { minimum: 0 });

interface Times {
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
}

const hasEnd = ({ startTime, endTime }: Times) => startTime === undefined || endTime !== undefined;
const endsSoonEnough = ({ startTime, endTime }: Times) =>
  startTime === undefined || endTime === undefined || endTime.getTime() - startTime.getTime() <= maxMilliseconds;
const tooLong = 'The endTime must be at most 24 hours after startTime.';

export const wrongVisibility = 'The visibility must be one that this type can have.';

const hasAtLeast = (value: string | undefined, min: number): boolean =>
  value === undefined || countCharacters(value, min) >= min;

const content = inputRecord(
  'FezContentData',
  {
    fezType: v.picklist(fezTypes),
    title,
    info: text('info', 0, maxInfo),
    startTime: optionalInput(instantInput),
    endTime: optionalInput(instantInput),
    location: optionalInput(line('location', 0, maxLocation)),
    minCapacity: capacity('minCapacity'),
    maxCapacity: capacity('maxCapacity'),
    initialUsers: list('initialUsers', uuid, maxUsers),
    createdByModerator: optionalInput(v.boolean()),
    createdByDevTeam: optionalInput(v.boolean()),
    visibility: optionalInput(v.picklist(fezVisibilities)),
    firstPost: optionalInput(PostContentData),
  },
  // As `postAsDevTeam` of a post.
  { createdByDevTeam: /^createdBy[A-Z]\w{0,40}Team$/ },
);
export type FezContentData = v.InferOutput<typeof content>;

/** A fez to be made, or all it is to say from now on (fez, Validation); each check runs whatever else is wrong. */
export const FezContentData = v.pipe(
  content,
  v.forward(
    v.partialCheck(
      [['fezType'], ['info']],
      ({ fezType, info }) => !kinds[fezType].isAppointment || hasAtLeast(info, minInfo),
      `The info must have ${minInfo} to ${maxInfo} characters.`,
    ),
    ['info'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['location']],
      ({ fezType, location }) => !kinds[fezType].isAppointment || hasAtLeast(location, minLocation),
      `The location must have ${minLocation} to ${maxLocation} characters.`,
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
      ({ fezType, firstPost }) => takesImages(kinds[fezType], firstPost?.images ?? []),
      tooManyImages,
    ),
    ['firstPost', 'images'],
  ),
  v.partialCheck([['startTime'], ['endTime']], hasEnd, 'The endTime must be given with startTime.'),
  v.partialCheck([['startTime'], ['endTime']], endsSoonEnough, tooLong),
);

/** The body does not say which of the two types an event is: whatever one of them may have passes here. */
const eventVisibility = v.pipe(
  v.picklist(fezVisibilities),
  v.check((value) => eventTypes.some((type) => kinds[type].visibilities.includes(value)), wrongVisibility),
);

const personalEventContent = inputRecord('PersonalEventContentData', {
  title,
  description: optionalInput(text('description', 0, maxInfo)),
  startTime: instantInput,
  endTime: instantInput,
  location: optionalInput(line('location', 0, maxLocation)),
  participants: list('participants', uuid, maxUsers),
  visibility: optionalInput(eventVisibility),
});
export type PersonalEventContentData = v.InferOutput<typeof personalEventContent>;

/** A private event to be made, or a private or personal one as it is to be from now on (fez, Validation). */
export const PersonalEventContentData = v.pipe(
  personalEventContent,
  v.partialCheck([['startTime'], ['endTime']], endsSoonEnough, tooLong),
);
