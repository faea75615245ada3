export { type Delivery, deliver } from './deliver.ts';
export {
  buildNotificationFrame,
  isListening,
  type Notification,
  notificationTopic,
  notify,
  notifyEach,
  notifyOnce,
} from './notify.ts';
export { openTopicSession } from './replay.ts';
