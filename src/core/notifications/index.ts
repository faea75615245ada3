export { joinAreas } from './contributions.ts';
export { type Delivery, deliver, listenersTo } from './deliver.ts';
export { isListening, type Notification, notificationFrame, notify, signal } from './notify.ts';
export { listenTo } from './replay.ts';
export { summaryChanged } from './summary.ts';
