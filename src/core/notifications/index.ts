export { joinAreas } from './contributions.ts';
export { type Delivery, deliver, listenersTo, withdraw } from './deliver.ts';
export { isListening, type Notification, notify, signal } from './notify.ts';
export { listenTo } from './replay.ts';
export { summaryChanged } from './summary.ts';
