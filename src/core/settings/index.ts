export {
  changeSettings,
  type DisabledPair,
  type EventNotificationSetting,
  eventNotificationSettings,
  isDisabled,
  type ServerSettings,
  serverSettings,
} from './settings.ts';
export { readInstallation, writeInstallation } from './store.ts';
