export { assertFeatureEnabled, isFeatureDisabled } from './disabled-features.ts';
export {
  changeSettings,
  type DisabledPair,
  type EventNotificationSetting,
  eventNotificationSettings,
  getServerSettings,
  type ServerSettings,
} from './settings.ts';
export { deleteDatabaseFact, readDatabaseFact, writeDatabaseFact } from './store.ts';
