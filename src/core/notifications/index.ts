export { type Delivery, deliver } from './deliver.ts';
export {
  buildNotificationFrame,
  isListening,
  type Notification,
  notificationTopic,
  notify,
  notifyOnce,
} from './notify.ts';
export { openTopicSession } from './replay.ts';
