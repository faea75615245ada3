import { type Context, createOncePerInstance } from '#area/context.ts';
import { getServerSettings, readDatabaseFact, type ServerSettings } from '#core/settings/index.ts';
import { type Cruise, getCruise, getCruiseStart, getPortClock, type ZoneInForce } from '#core/ship-time/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { cacheJson } from '#platform/text/json.ts';
import type { ClientSettingsData } from './records.ts';

const settingsCache = createOncePerInstance((context) =>
  createDerivedCache<ClientSettingsData>(context.caches, { max: 1 }),
);

/** Returns settings and facts that clients read before login, rendered once for everyone (core rule 107). */
export function presentClientSettings(context: Context): ClientSettingsData {
  const settings = getServerSettings(context);
  const cruise = getCruise(context);
  const port = getPortClock(context).zoneAt(context.clock.now());
  const dependencies = [settings, cruise, port.abbreviation, port.offsetSeconds];
  return settingsCache(context).get('', dependencies, () =>
    cacheJson(buildClientSettings(context, settings, cruise, port)),
  );
}

function buildClientSettings(
  { config, db }: Context,
  settings: ServerSettings,
  cruise: Cruise,
  port: ZoneInForce,
): ClientSettingsData {
  return {
    canonicalHostnames: [...config.canonicalHostnames],
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
    installationID: readDatabaseFact(db, 'installationID') ?? 'unknown',
  };
}
