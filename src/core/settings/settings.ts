import { cacheValue } from '#area/caches.ts';
import type { WriteContext } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import type { FeatureName } from '#contract/features.ts';
import { defaultMaxLimit } from '#contract/query.ts';
import { readStoredSettings, saveSetting } from './store.ts';
import { settings } from './tables.ts';

/** The clock that determines when reminders are due (schedule rule 11). */
export const eventNotificationSettings = ['disabled', 'cruiseWeek', 'current'] as const;
export type EventNotificationSetting = (typeof eventNotificationSettings)[number];

/** A feature disabled for one client app, or for `all` in the service itself. */
export interface DisabledPair {
  readonly app: string;
  readonly feature: FeatureName;
}

/** Settings that administrators can change at runtime (core, Server settings). */
export interface ServerSettings {
  readonly minAccessLevel: AccessLevel;
  readonly enablePreregistration: boolean;
  readonly registrationCodeRequired: boolean;
  /** In days; 0 = forever. */
  readonly tokenLifetimeDays: number;
  readonly disabledFeatures: readonly DisabledPair[];
  /** Empty = none. */
  readonly shipWifiSSID: string;
  readonly scheduleUpdateURL: string;
  readonly maxAlternateAccounts: number;
  readonly maximumMicroblogPosts: number;
  readonly maximumForums: number;
  readonly maximumForumPosts: number;
  /** In bytes. */
  readonly maxImageSize: number;
  readonly maxForumPostImages: number;
  /** In seconds; 0 = no limit. */
  readonly photostreamUploadRateLimit: number;
  readonly forumAutoQuarantineThreshold: number;
  readonly postAutoQuarantineThreshold: number;
  readonly userAutoQuarantineThreshold: number;
  readonly upcomingEventNotificationSeconds: number;
  readonly upcomingEventNotificationSetting: EventNotificationSetting;
  readonly upcomingLFGNotificationSetting: EventNotificationSetting;
  readonly allowAnimatedImages: boolean;
  readonly enableSiteNotificationDataCaching: boolean;
}

const defaultSettings: ServerSettings = {
  minAccessLevel: 'banned',
  enablePreregistration: false,
  registrationCodeRequired: false,
  tokenLifetimeDays: 0,
  disabledFeatures: [],
  shipWifiSSID: '',
  scheduleUpdateURL: '',
  maxAlternateAccounts: 6,
  maximumMicroblogPosts: defaultMaxLimit,
  maximumForums: defaultMaxLimit,
  maximumForumPosts: defaultMaxLimit,
  maxImageSize: 20 * 1024 * 1024,
  maxForumPostImages: 4,
  photostreamUploadRateLimit: 300,
  forumAutoQuarantineThreshold: 3,
  postAutoQuarantineThreshold: 3,
  userAutoQuarantineThreshold: 5,
  upcomingEventNotificationSeconds: 600,
  upcomingEventNotificationSetting: 'cruiseWeek',
  upcomingLFGNotificationSetting: 'current',
  allowAnimatedImages: true,
  enableSiteNotificationDataCaching: true,
};

/** Returns the current settings. */
export const getServerSettings = cacheValue(
  [settings],
  ({ db }): ServerSettings => ({ ...defaultSettings, ...readStoredSettings(db) }),
);

/** Stores changed settings, which apply at once. */
export function changeSettings(context: WriteContext, changes: Partial<ServerSettings>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value !== undefined) saveSetting(context.db, name, value);
  }
}
