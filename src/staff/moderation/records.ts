import * as v from 'valibot';
import { accessLevels } from '#contract/access.ts';
import { instant, Paginator, uuid } from '#contract/fields.ts';
import { StoredProfileData } from '#core/profiles/records.ts';
import { ContentModerationStatus, ReportModerationData } from '#core/reports/records.ts';
import { moderatorActionTypes, reportTypes } from '#core/reports/tables.ts';
import { UserHeader } from '#core/users/records.ts';

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
