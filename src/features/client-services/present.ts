import type { Context } from '#area/context.ts';
import { getServerSettings, readInstallation } from '#core/settings/index.ts';
import { createShipClock, getCruise, getCruiseStart, type ZoneInForce } from '#core/ship-time/index.ts';
import type { ClientSettingsData } from './records.ts';

/** The port zone as of now: on a clock without clock changes. */
function describePortTime(portZone: string, now: Date): ZoneInForce {
  return createShipClock({ portZone, changes: [] }).zoneAt(now);
}

/** Settings and facts that a client reads before any login (core rule 107). */
export function presentClientSettings(context: Context): ClientSettingsData {
  const settings = getServerSettings(context);
  const cruise = getCruise(context);
  const port = describePortTime(cruise.portZone, context.clock.now());
  return {
    canonicalHostnames: [...context.config.canonicalHostnames],
    cruiseStartDate: getCruiseStart(cruise),
    cruiseLengthInDays: cruise.lengthDays,
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
