import * as v from 'valibot';
import { line, lineOrEmpty, optionalInput, textOrEmpty } from '#contract/fields.ts';
import { type EveryField, inputRecord, record } from '#contract/record.ts';
import { shownDescription } from '#core/images/records.ts';
import { editLogEntries } from '#core/reports/records.ts';
import { newUsername, UserHeader } from '#core/users/records.ts';
import { dinnerTeams, type UserRow } from '#core/users/tables.ts';

export { dinnerTeams };

/** Absent, null and empty values all clear a field (core rule 82). */
const clearable = (name: string, min: number, max: number) => optionalInput(lineOrEmpty(name, min, max));
const clearableText = (name: string, min: number, max: number) => optionalInput(textOrEmpty(name, min, max));

/** The texts of a profile; a change replaces all of them. Name and avatar have their own calls. */
export const UserProfileUploadData = inputRecord('UserProfileUploadData', {
  displayName: v.pipe(
    clearable('displayName', 2, 50),
    v.description('Name that the user wants to be shown; absent if there’s none'),
  ),
  realName: v.pipe(clearable('realName', 2, 50), v.description('Real name of the user')),
  preferredPronoun: v.pipe(clearable('preferredPronoun', 2, 50), v.description('Pronouns of the user')),
  homeLocation: v.pipe(clearable('homeLocation', 2, 50), v.description('Where the user is from')),
  roomNumber: v.pipe(clearable('roomNumber', 4, 20), v.description('Cabin number')),
  email: v.pipe(clearable('email', 4, 50), v.description('Email address, as the user typed it')),
  message: v.pipe(clearableText('message', 4, 80), v.description('Status of the user, in one line')),
  about: v.pipe(clearableText('about', 4, 400), v.description('What the user says about themselves, in several lines')),
  dinnerTeam: v.pipe(optionalInput(v.picklist([...dinnerTeams, ''])), v.description('Dinner team of the user')),
  discordUsername: v.pipe(optionalInput(line('discordUsername', 0, 50)), v.description('Username on Discord')),
});
export type UserProfileUploadData = v.InferOutput<typeof UserProfileUploadData>;

/** Names of the texts of a profile, which are also those of their columns. */
export const profileTexts = v.keyof(UserProfileUploadData).options;
type ProfileText = (typeof profileTexts)[number];

/** Returns all texts as stored; absent or empty ones are cleared. */
export const readProfileTexts = (input: UserProfileUploadData): Pick<UserRow, ProfileText> =>
  // All texts are in the list, and each has the type that its field reads.
  Object.fromEntries(profileTexts.map((name) => [name, input[name] || null])) as Pick<UserRow, ProfileText>;

/** UserProfileUploadData for moderators: with the header and without unset fields. */
export const StoredProfileData = record('StoredProfileData', {
  header: v.pipe(UserHeader, v.description('Name and picture')),
  displayName: v.pipe(
    v.optional(v.string()),
    v.description('Name that the user wants to be shown; absent if there’s none'),
  ),
  realName: v.pipe(v.optional(v.string()), v.description('Real name of the user')),
  preferredPronoun: v.pipe(v.optional(v.string()), v.description('Pronouns of the user')),
  homeLocation: v.pipe(v.optional(v.string()), v.description('Where the user is from')),
  roomNumber: v.pipe(v.optional(v.string()), v.description('Cabin number')),
  email: v.pipe(v.optional(v.string()), v.description('Email address, as the user typed it')),
  message: v.pipe(v.optional(v.string()), v.description('Status of the user, in one line')),
  about: v.pipe(v.optional(v.string()), v.description('What the user says about themselves, in several lines')),
  dinnerTeam: v.pipe(v.optional(v.picklist(dinnerTeams)), v.description('Dinner team of the user')),
  discordUsername: v.pipe(v.optional(v.string()), v.description('Username on Discord')),
} satisfies EveryField<UserProfileUploadData & { header: unknown }>);
export type StoredProfileData = v.InferOutput<typeof StoredProfileData>;

/** The content of a profile before a change. */
export const ProfileEditLogData = record('ProfileEditLogData', {
  ...editLogEntries,
  profileData: v.pipe(
    v.optional(StoredProfileData),
    v.description('Previous texts of the profile; set if they were changed'),
  ),
  profileImage: v.pipe(v.optional(v.string()), v.description('Previous avatar; set if it was changed')),
  profileImageDescription: shownDescription,
});

/** A profile as others see it. Unset texts are empty. */
export const ProfilePublicData = record('ProfilePublicData', {
  header: v.pipe(UserHeader, v.description('Name and picture')),
  imageDescription: shownDescription,
  realName: v.pipe(v.string(), v.description('Real name of the user')),
  homeLocation: v.pipe(v.string(), v.description('Where the user is from')),
  roomNumber: v.pipe(v.string(), v.description('Cabin number')),
  email: v.pipe(v.string(), v.description('Email address, as the user typed it')),
  about: v.pipe(v.string(), v.description('What the user says about themselves, in several lines')),
  message: v.pipe(v.string(), v.description('Status of the user, in one line')),
  dinnerTeam: v.pipe(v.optional(v.picklist(dinnerTeams)), v.description('Dinner team of the user')),
  note: v.pipe(v.optional(v.string()), v.description('Private note of the caller, in several lines')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
  discordUsername: v.pipe(v.optional(v.string()), v.description('Username on Discord')),
});
export type ProfilePublicData = v.InferOutput<typeof ProfilePublicData>;

/** A new username (core rule 57). */
export const UserUsernameData = inputRecord('UserUsernameData', {
  username: v.pipe(newUsername, v.description('Username, unique regardless of letter case')),
});
