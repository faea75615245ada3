export { type Delivery, deliver } from './deliver.ts';
export { type Notification, notify, signal } from './notify.ts';
export { listenTo } from './replay.ts';
