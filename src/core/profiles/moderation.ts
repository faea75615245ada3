import { describePicture } from '#core/images/index.ts';
import { presentEdit, settableKind } from '#core/reports/index.ts';
import { profileModeration } from './api.ts';
import { describeProfile, setProfileState } from './change-profile.ts';
import { findProfileEdits } from './history.ts';
import { presentUploadData } from './present.ts';
import { getStoredProfile } from './read-profile.ts';

/** Profiles for moderators: shown as stored, whatever their state (moderation rule M5), and their state can be set. */
export const moderatedProfile = settableKind(profileModeration, {
  listReportTargets: ({ userID }) => [describeProfile(userID)],
  read(context, _moderator, { userID }) {
    const row = getStoredProfile(context, userID);
    return {
      profile: presentUploadData(row),
      imageDescription: describePicture(context, row.userImage),
      moderationStatus: row.profileState,
      edits: findProfileEdits(context.db, userID).map((edit) => ({
        ...presentEdit(context, edit),
        profileData: edit.profile,
        profileImage: edit.userImage,
        profileImageDescription: describePicture(context, edit.userImage),
      })),
    };
  },
  settable: {
    getContent: (context, _moderator, { userID }) => describeProfile(getStoredProfile(context, userID).id),
    setState: (context, { userID }, state) => setProfileState(context, userID, state),
  },
});
