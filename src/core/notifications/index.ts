export { type Delivery, deliver, findListeners } from './deliver.ts';
export { buildNotificationFrame, isListening, type Notification, notify, signal } from './notify.ts';
export { openTopicSession } from './replay.ts';
export { invalidateSummaries } from './summary.ts';
