import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { day, type RateLimit } from '#contract/rate-limit.ts';
import { ImageUploadData, shownDescription } from '#core/images/records.ts';
import { acceptsReason, declareModeratedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus, reportOptions } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';
import {
  ProfileEditLogData,
  ProfilePublicData,
  StoredProfileData,
  UserProfileUploadData,
  UserUsernameData,
} from './records.ts';

/** Every change stays in the profile's history forever (core rule 125). */
const profileChanges: RateLimit = { what: 'changes of profiles', perFamily: { max: 200, seconds: day } };

/** Profiles, avatars and usernames (core rules 79 to 91). */
export const profilesApi = {
  readOwnProfile: endpoint({
    method: 'GET',
    path: '/user/profile',
    access: token,
    preregistration: true,
    response: ProfilePublicData,
    hasEntityTag: true,
    summary: 'Get your profile',
  }),
  editOwnProfile: endpoint({
    method: 'POST',
    path: '/user/profile',
    access: token,
    preregistration: true,
    limit: profileChanges,
    body: UserProfileUploadData,
    response: ProfilePublicData,
    rejects: [...changeRejections],
    summary: 'Edit your profile, replacing all its fields',
  }),
  editProfile: endpoint({
    method: 'POST',
    path: '/user/{userID}/profile',
    access: token,
    limit: profileChanges,
    params: { userID: uuid },
    body: UserProfileUploadData,
    response: ProfilePublicData,
    rejects: [...changeRejections],
    summary: "Edit a user's profile as a moderator, replacing all its fields",
  }),
  setAvatar: endpoint({
    method: 'POST',
    path: '/user/image',
    access: token,
    preregistration: true,
    limit: profileChanges,
    body: ImageUploadData,
    pictures: 1,
    response: UserHeader,
    rejects: [...changeRejections],
    summary: 'Set your profile picture, or remove it if no picture is sent',
  }),
  removeAvatar: endpoint({
    method: 'POST',
    path: '/user/image/remove',
    aliases: [{ method: 'DELETE', path: '/user/image' }],
    access: token,
    preregistration: true,
    limit: profileChanges,
    status: 204,
    rejects: [...changeRejections],
    summary: 'Remove your profile picture',
  }),
  removeAvatarOf: endpoint({
    method: 'DELETE',
    path: '/user/{userID}/image',
    access: token,
    limit: profileChanges,
    params: { userID: uuid },
    ...acceptsReason,
    status: 204,
    rejects: [...changeRejections],
    summary: "Remove a user's profile picture as a moderator",
  }),
  changeOwnUsername: endpoint({
    method: 'POST',
    path: '/user/username',
    access: token,
    preregistration: true,
    limit: profileChanges,
    body: UserUsernameData,
    status: 201,
    rejects: [...changeRejections, 'protectedAccount', 'renamedRecently', 'usernameTaken'],
    summary: 'Change your username, once every 20 hours',
  }),
  changeUsername: endpoint({
    method: 'POST',
    path: '/user/{userID}/username',
    access: token,
    limit: profileChanges,
    params: { userID: uuid },
    body: UserUsernameData,
    status: 201,
    rejects: [...changeRejections, 'protectedAccount', 'renamedRecently', 'usernameTaken'],
    summary: "Change a user's username as a moderator",
  }),
  readProfile: endpoint({
    method: 'GET',
    path: '/users/{userID}/profile',
    access: token,
    preregistration: true,
    params: { userID: uuid },
    response: ProfilePublicData,
    hasEntityTag: true,
    summary: "Get a user's profile",
  }),
  readVCard: endpoint({
    method: 'GET',
    path: '/users/{userID}/vcard',
    access: token,
    params: { userID: uuid },
    response: { content: 'text/vcard' },
    summary: "Get a user's contact details as a vCard",
  }),
  reportUser: endpoint({
    ...reportOptions,
    path: '/users/{userID}/report',
    params: { userID: uuid },
    summary: "Report a user's profile",
  }),
};

/**
 * Calls for moderators to read profiles as stored, whatever their state (moderation rule M5), and to set their state.
 */
export const profileModeration = declareModeratedCalls({
  word: 'profile',
  params: { userID: uuid },
  recordName: 'ProfileModerationData',
  record: {
    profile: v.pipe(StoredProfileData, v.description('The profile as stored')),
    imageDescription: shownDescription,
    moderationStatus: ContentModerationStatus,
    edits: v.pipe(v.array(ProfileEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get a profile with its edit history and reports',
  stateSummary: 'Set the moderation state of a profile',
});
