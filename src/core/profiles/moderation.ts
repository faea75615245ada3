import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { fileReport, type ModeratedContent } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getVisibleUser, updateUser } from '#core/users/index.ts';
import type { ModerationState } from '#core/users/tables.ts';

/** A profile as moderators act on it. */
export const describeProfile = (userID: string): ModeratedContent => ({
  type: 'userProfile',
  id: userID,
  authorID: userID,
});

/** Stores a profile's state; it shows at once (core rule 91). */
export function setProfileState(context: WriteContext, userID: string, state: ModerationState): void {
  updateUser(context, userID, { profileState: state });
}

/** Reports the texts and avatar of an account; many reports hide them (core rules 89 and 90). */
export function reportProfile(context: WriteContext, caller: Caller, userID: string, message: string): void {
  const { profileState } = getVisibleUser(context, caller, userID);
  fileReport(context, caller, describeProfile(userID), message, {
    state: profileState,
    threshold: getServerSettings(context).userAutoQuarantineThreshold,
    quarantine: () => setProfileState(context, userID, 'autoQuarantined'),
  });
}
