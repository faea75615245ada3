export { pruneEventForums } from './events/event-forums.ts';
export { type EventDiscussion, findEventDiscussions } from './events/event-talks.ts';
