import { calendarsApi } from './calendars.ts';
import { chatsApi } from './chats.ts';
import { personalEventsApi } from './personal-events.ts';

export const fezApi = { ...chatsApi, ...personalEventsApi, ...calendarsApi };
