export { pruneEventForums } from './events/event-forums.ts';
