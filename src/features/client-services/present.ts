import type { Context } from '#area/context.ts';
import { getServerSettings, readInstallation } from '#core/settings/index.ts';
import { createShipClock, getCruise, getCruiseStart, type ZoneInForce } from '#core/ship-time/index.ts';
import type { ClientSettingsData } from './records.ts';

/** The zone of the port as of now: on a clock that no clock change has moved. */
function presentPortTime(portZone: string, now: Date): ZoneInForce {
  return createShipClock({ portZone, changes: [] }).zoneAt(now);
}

/** Settings and facts that a client reads before anybody has logged in (core rule 107). */
export function presentClientSettings(context: Context): ClientSettingsData {
  const settings = getServerSettings(context);
  const sailing = getCruise(context);
  const port = presentPortTime(sailing.portZone, context.clock.now());
  return {
    canonicalHostnames: [...context.config.canonicalHostnames],
    cruiseStartDate: getCruiseStart(sailing),
    cruiseLengthInDays: sailing.lengthDays,
    portTimeZoneID: port.id,
    portTimeZoneAbbrev: port.abbreviation,
    portTimeZoneOffset: port.offsetSeconds,
    scheduleUpdateURL: settings.scheduleUpdateURL,
    shipWifiSSID: settings.shipWifiSSID || undefined,
    enablePreregistration: settings.enablePreregistration,
    minAccessLevel: settings.minAccessLevel,
    maxForumPostImages: settings.maxForumPostImages,
    maxImageSize: settings.maxImageSize,
    photostreamUploadRateLimit: settings.photostreamUploadRateLimit,
    installationID: readInstallation(context.db, 'installationID') ?? 'unknown',
  };
}
