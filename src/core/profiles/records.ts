import * as v from 'valibot';
import { line, lineOrEmpty, optionalInput, textOrEmpty } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { editLogEntries } from '#core/reports/records.ts';
import { newUsername, UserHeader } from '#core/users/records.ts';
import { dinnerTeams } from '#core/users/tables.ts';

export { dinnerTeams };

/** Absent, null and empty all clear a field (core rule 82). */
const clearable = (name: string, min: number, max: number) => optionalInput(lineOrEmpty(name, min, max));
const clearableText = (name: string, min: number, max: number) => optionalInput(textOrEmpty(name, min, max));

/** The texts of a profile; a change replaces all of them. Name and avatar have calls of their own. */
export const UserProfileUploadData = inputRecord('UserProfileUploadData', {
  displayName: clearable('displayName', 2, 50),
  realName: clearable('realName', 2, 50),
  preferredPronoun: clearable('preferredPronoun', 2, 50),
  homeLocation: clearable('homeLocation', 2, 50),
  roomNumber: clearable('roomNumber', 4, 20),
  email: clearable('email', 4, 50),
  message: clearableText('message', 4, 80),
  about: clearableText('about', 4, 400),
  dinnerTeam: optionalInput(v.picklist([...dinnerTeams, ''])),
  discordUsername: optionalInput(line('discordUsername', 0, 50)),
});
export type UserProfileUploadData = v.InferOutput<typeof UserProfileUploadData>;

/** UserProfileUploadData as moderators read it: with the header, and unset fields left out. */
export const StoredProfileData = record('StoredProfileData', {
  header: UserHeader,
  displayName: v.optional(v.string()),
  realName: v.optional(v.string()),
  preferredPronoun: v.optional(v.string()),
  homeLocation: v.optional(v.string()),
  roomNumber: v.optional(v.string()),
  email: v.optional(v.string()),
  message: v.optional(v.string()),
  about: v.optional(v.string()),
  dinnerTeam: v.optional(v.picklist(dinnerTeams)),
  discordUsername: v.optional(v.string()),
});
export type StoredProfileData = v.InferOutput<typeof StoredProfileData>;

/** What a profile said before somebody changed it. */
export const ProfileEditLogData = record('ProfileEditLogData', {
  ...editLogEntries,
  profileData: v.optional(StoredProfileData),
  profileImage: v.optional(v.string()),
});

/** A profile as others see it; unset texts are empty. */
export const ProfilePublicData = record('ProfilePublicData', {
  header: UserHeader,
  realName: v.string(),
  homeLocation: v.string(),
  roomNumber: v.string(),
  email: v.string(),
  about: v.string(),
  message: v.string(),
  dinnerTeam: v.optional(v.picklist(dinnerTeams)),
  note: v.optional(v.string()),
  isFavorite: v.boolean(),
  discordUsername: v.optional(v.string()),
});
export type ProfilePublicData = v.InferOutput<typeof ProfilePublicData>;

/** A new username (core rule 57). */
export const UserUsernameData = inputRecord('UserUsernameData', { username: newUsername });
