import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { fileReport } from '#core/reports/index.ts';
import { serverSettings } from '#core/settings/index.ts';
import { visiblePerson } from '#core/users/index.ts';
import { profileContent, setProfileState } from './change-profile.ts';

/** Reports a person's texts and avatar; many reports hide them (core rules 89 and 90). To be called inside a transaction. */
export function reportProfile(context: Context, caller: Caller, userID: string, message: string): void {
  const { profileState } = visiblePerson(context, caller, userID);
  fileReport(context, caller, profileContent(userID), message, {
    state: profileState,
    threshold: serverSettings(context).userAutoQuarantineThreshold,
    quarantine: () => setProfileState(context, userID, 'autoQuarantined'),
  });
}
