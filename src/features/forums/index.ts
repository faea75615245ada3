export { pruneEventForums } from './events/event-forums.ts';
export { type EventTalk, findEventTalks } from './events/event-talks.ts';
