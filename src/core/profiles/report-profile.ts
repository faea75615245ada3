import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { fileReport } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getVisibleUser } from '#core/users/index.ts';
import { describeProfile, setProfileState } from './change-profile.ts';

/** Reports the texts and avatar of an account. Enough reports hide them (core rules 89 and 90). */
export function reportProfile(context: WriteContext, caller: Caller, userID: string, message: string): void {
  const { profileState } = getVisibleUser(context, caller, userID);
  fileReport(context, caller, describeProfile(userID), message, {
    automatic: {
      state: profileState,
      threshold: getServerSettings(context).userAutoQuarantineThreshold,
      quarantine: () => setProfileState(context, userID, 'autoQuarantined'),
    },
  });
}
