export { type Delivery, deliver } from './deliver.ts';
export { buildNotificationFrame, isListening, type Notification, notificationTopic, notify, signal } from './notify.ts';
export { openTopicSession } from './replay.ts';
