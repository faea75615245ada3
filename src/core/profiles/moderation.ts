import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { moderatedKind, presentEdit } from '#core/reports/index.ts';
import { ContentModerationStatus, editLogEntries } from '#core/reports/records.ts';
import { describeProfile, setProfileState } from './change-profile.ts';
import { findProfileEdits } from './history.ts';
import { presentUploadData } from './present.ts';
import { getStoredProfile } from './read-profile.ts';
import { StoredProfileData } from './records.ts';

const ProfileEditLogData = record('ProfileEditLogData', {
  ...editLogEntries,
  profileData: v.optional(StoredProfileData),
  profileImage: v.optional(v.string()),
});

/** Profiles as moderators read them, as stored whatever their state (moderation rule M5), and set their state. */
export const moderatedProfile = moderatedKind({
  word: 'profile',
  params: { userID: uuid },
  recordName: 'ProfileModerationData',
  record: {
    profile: StoredProfileData,
    moderationStatus: ContentModerationStatus,
    edits: v.array(ProfileEditLogData),
  },
  summary: 'A profile as stored, with its history and the reports on it',
  listReportTargets: ({ userID }) => [describeProfile(userID)],
  read(context, _moderator, { userID }) {
    const row = getStoredProfile(context, userID);
    return {
      profile: presentUploadData(row),
      moderationStatus: row.profileState,
      edits: findProfileEdits(context.db, userID).map((edit) => ({
        ...presentEdit(context, edit),
        profileData: edit.profile,
        profileImage: edit.userImage,
      })),
    };
  },
  settable: {
    summary: 'Set the moderation state of a profile',
    getContent: (context, _moderator, { userID }) => describeProfile(getStoredProfile(context, userID).id),
    setState: (context, { userID }, state) => setProfileState(context, userID, state),
  },
});
