export {
  changeSettings,
  type DisabledPair,
  type EventNotificationSetting,
  eventNotificationSettings,
  type ServerSettings,
  serverSettings,
} from './settings.ts';
export { readInstallation, writeInstallation } from './store.ts';
export { isSwitchedOffFor, refuseSwitchedOff } from './switched-off.ts';
