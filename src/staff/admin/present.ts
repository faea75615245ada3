import type { RegistrationBlock } from '#core/accounts/index.ts';
import type { ServerSettings } from '#core/settings/index.ts';
import type { RegistrationCodeStatsData, SettingsAdminData } from './records.ts';
import type { CodeCount } from './store.ts';

/** Presents the settings to administrators; one of them has another name there. */
export function presentSettings({
  minAccessLevel,
  shipWifiSSID,
  disabledFeatures,
  ...others
}: ServerSettings): SettingsAdminData {
  return {
    ...others,
    minAccessUserLevel: minAccessLevel,
    disabledFeatures: [...disabledFeatures],
    shipWifiSSID: shipWifiSSID || undefined,
  };
}

/** Counts the passengers' codes and those reserved for the chat community (admin rule A7). */
export function presentCodeStats(
  counts: readonly CodeCount[],
  blocks: readonly RegistrationBlock[],
): RegistrationCodeStatsData {
  const none = { codes: 0, assigned: 0, used: 0 };
  const normal = counts.find(({ isForDiscordUser }) => !isForDiscordUser) ?? none;
  const reserved = counts.find(({ isForDiscordUser }) => isForDiscordUser) ?? none;
  return {
    allocatedCodes: normal.codes,
    usedCodes: normal.used,
    unusedCodes: normal.codes - normal.used,
    allocatedDiscordCodes: reserved.codes,
    assignedDiscordCodes: reserved.assigned,
    usedDiscordCodes: reserved.used,
    adminCodes: 0,
    guessing:
      blocks.length > 0 ? blocks.map(({ address, since, sentence }) => ({ address, since, sentence })) : undefined,
  };
}
