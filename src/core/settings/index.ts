export { assertFeatureEnabled, isFeatureDisabled } from './disabled-features.ts';
export {
  changeSettings,
  type DisabledPair,
  type EventNotificationSetting,
  eventNotificationSettings,
  getServerSettings,
  type ServerSettings,
} from './settings.ts';
export { readInstallation, writeInstallation } from './store.ts';
