import * as v from 'valibot';
import { accessLevels } from '#contract/access.ts';
import { instant, Paginator, uuid } from '#contract/fields.ts';
import { StoredProfileData } from '#core/profiles/records.ts';
import { ContentModerationStatus, ReportModerationData } from '#core/reports/records.ts';
import { moderatorActionTypes, reportTypes } from '#core/reports/tables.ts';
import { UserHeader } from '#core/users/records.ts';
import { FezData, FezPostData, PersonalEventData } from '#features/fez/records.ts';

export const ModeratorActionLogData = v.strictObject({
  id: uuid,
  actionType: v.picklist(moderatorActionTypes),
  contentType: v.picklist(reportTypes),
  contentID: v.string(),
  timestamp: instant,
  moderator: UserHeader,
  targetUser: UserHeader,
});
export type ModeratorActionLogData = v.InferOutput<typeof ModeratorActionLogData>;

export const ModeratorActionLogResponseData = v.strictObject({
  actions: v.array(ModeratorActionLogData),
  paginator: Paginator,
});
export type ModeratorActionLogResponseData = v.InferOutput<typeof ModeratorActionLogResponseData>;

export const UserModerationData = v.strictObject({
  header: UserHeader,
  subAccounts: v.array(UserHeader),
  accessLevel: v.picklist(accessLevels),
  tempQuarantineEndTime: v.optional(instant),
  reports: v.array(ReportModerationData),
});
export type UserModerationData = v.InferOutput<typeof UserModerationData>;

export const ProfileEditLogData = v.strictObject({
  editID: uuid,
  createdAt: instant,
  author: UserHeader,
  profileData: v.optional(StoredProfileData),
  profileImage: v.optional(v.string()),
});
export type ProfileEditLogData = v.InferOutput<typeof ProfileEditLogData>;

export const ProfileModerationData = v.strictObject({
  profile: StoredProfileData,
  moderationStatus: ContentModerationStatus,
  edits: v.array(ProfileEditLogData),
  reports: v.array(ReportModerationData),
});
export type ProfileModerationData = v.InferOutput<typeof ProfileModerationData>;

export const FezEditLogData = v.strictObject({
  fezID: uuid,
  editID: uuid,
  createdAt: instant,
  author: UserHeader,
  title: v.string(),
  info: v.string(),
  location: v.string(),
});
export type FezEditLogData = v.InferOutput<typeof FezEditLogData>;

export const FezModerationData = v.strictObject({
  fez: FezData,
  isDeleted: v.boolean(),
  moderationStatus: ContentModerationStatus,
  edits: v.array(FezEditLogData),
  reports: v.array(ReportModerationData),
});
export type FezModerationData = v.InferOutput<typeof FezModerationData>;

export const FezPostModerationData = v.strictObject({
  fezPost: FezPostData,
  fezID: uuid,
  fezType: FezData.entries.fezType,
  isDeleted: v.boolean(),
  moderationStatus: ContentModerationStatus,
  reports: v.array(ReportModerationData),
});
export type FezPostModerationData = v.InferOutput<typeof FezPostModerationData>;

export const PersonalEventModerationData = v.strictObject({
  personalEvent: PersonalEventData,
  isDeleted: v.boolean(),
  moderationStatus: ContentModerationStatus,
  reports: v.array(ReportModerationData),
});
export type PersonalEventModerationData = v.InferOutput<typeof PersonalEventModerationData>;
