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

export const tooManyImagesMessage = 'A message can have one picture, and none in a chat.';

/** Whether a post in this kind of fez accepts these pictures (fez, Validation). */
export const acceptsImages = (kind: Kind, images: readonly ImageUploadData[]): boolean =>
  countPictures(images) <= (kind.takesImages ? 1 : 0);

const title = v.pipe(line('title', 2, maxTitle), v.description('Title, in one line'));
const capacity = (name: string) => integerBetween(`The ${name} must not be below 0.`, { minimum: 0 });

interface StartAndEnd {
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
}

const hasEndIfStart = ({ startTime, endTime }: StartAndEnd) => startTime === undefined || endTime !== undefined;
const isShortEnough = ({ startTime, endTime }: StartAndEnd) =>
  startTime === undefined || endTime === undefined || endTime.getTime() - startTime.getTime() <= maxMilliseconds;
const tooLongMessage = 'The endTime must be at most 24 hours after startTime.';

export const wrongVisibilityMessage = "This type can't have that visibility.";

const hasMinLength = (value: string | undefined, min: number): boolean =>
  value === undefined || countCharacters(value, min) >= min;

const content = inputRecord(
  'FezContentData',
  {
    fezType: v.pipe(
      v.picklist(fezTypes),
      v.description(
        '`closed` and `open` are seamails; `privateEvent` and `personalEvent` are events; all others are LFGs',
      ),
    ),
    title: title,
    info: v.pipe(text('info', 0, maxInfo), v.description('More about it, in several lines')),
    startTime: v.pipe(optionalInput(instantInput), v.description('When it starts, in ship time')),
    endTime: v.pipe(optionalInput(instantInput), v.description('When it ends, in ship time')),
    location: v.pipe(optionalInput(line('location', 0, maxLocation)), v.description('Location')),
    minCapacity: v.pipe(capacity('minCapacity'), v.description('Minimum number of people, including the owner')),
    maxCapacity: v.pipe(
      capacity('maxCapacity'),
      v.description('Maximum number of people, including the owner; 0 for no limit'),
    ),
    initialUsers: v.pipe(
      list('initialUsers', uuid, maxUsers),
      v.description('Ids of the members besides the caller; only read on creation'),
    ),
    createdByModerator: v.pipe(
      optionalInput(v.boolean()),
      v.description('Whether to create it as the moderators’ shared account; for moderators and above'),
    ),
    createdByDevTeam: v.pipe(
      optionalInput(v.boolean()),
      v.description('Whether to create it as the team’s shared account; for devteam and above'),
    ),
    visibility: v.pipe(
      optionalInput(v.picklist(fezVisibilities)),
      v.description('Who can find it: everyone, people with its address, or its members'),
    ),
    firstPost: v.pipe(optionalInput(PostContentData), v.description('The first post')),
  },
  // Like a post's `postAsDevTeam`.
  { createdByDevTeam: /^createdBy[A-Z]\w{0,40}Team$/ },
);
export type FezContentData = v.InferOutput<typeof content>;

/** A new fez, or the complete new content of one (fez, Validation); all checks run, even after one fails. */
export const FezContentData = v.pipe(
  content,
  v.forward(
    v.partialCheck(
      [['fezType'], ['info']],
      ({ fezType, info }) => !kinds[fezType].isAppointment || hasMinLength(info, minInfo),
      `The info must have ${minInfo} to ${maxInfo} characters.`,
    ),
    ['info'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['location']],
      ({ fezType, location }) => !kinds[fezType].isAppointment || hasMinLength(location, minLocation),
      `The location must have ${minLocation} to ${maxLocation} characters.`,
    ),
    ['location'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['visibility']],
      ({ fezType, visibility }) => visibility === undefined || kinds[fezType].visibilities.includes(visibility),
      wrongVisibilityMessage,
    ),
    ['visibility'],
  ),
  v.forward(
    v.partialCheck(
      [['fezType'], ['firstPost', 'images']],
      ({ fezType, firstPost }) => acceptsImages(kinds[fezType], firstPost?.images ?? []),
      tooManyImagesMessage,
    ),
    ['firstPost', 'images'],
  ),
  v.partialCheck([['startTime'], ['endTime']], hasEndIfStart, 'The endTime must be given with startTime.'),
  v.partialCheck([['startTime'], ['endTime']], isShortEnough, tooLongMessage),
);

/** The body doesn't say which of the two types an event is, so whatever either allows passes here. */
const eventVisibility = v.pipe(
  v.picklist(fezVisibilities),
  v.check((value) => eventTypes.some((type) => kinds[type].visibilities.includes(value)), wrongVisibilityMessage),
);

const personalEventContent = inputRecord('PersonalEventContentData', {
  title,
  description: v.pipe(optionalInput(text('description', 0, maxInfo)), v.description('Description, in several lines')),
  startTime: v.pipe(instantInput, v.description('When it starts, in ship time')),
  endTime: v.pipe(instantInput, v.description('When it ends, in ship time')),
  location: v.pipe(optionalInput(line('location', 0, maxLocation)), v.description('Location')),
  participants: v.pipe(
    list('participants', uuid, maxUsers),
    v.description('Ids of the participants besides the caller; without any, the event is personal'),
  ),
  visibility: v.pipe(
    optionalInput(eventVisibility),
    v.description('Who can find it: everyone, people with its address, or its members'),
  ),
});
export type PersonalEventContentData = v.InferOutput<typeof personalEventContent>;

/** A new private event, or the new content of a private or personal one (fez, Validation). */
export const PersonalEventContentData = v.pipe(
  personalEventContent,
  v.partialCheck([['startTime'], ['endTime']], isShortEnough, tooLongMessage),
);
