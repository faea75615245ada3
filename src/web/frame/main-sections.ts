import type { IconName } from './icons.ts';

/** The five main sections, in the bar at the bottom or the rail at the side. */
export const mainSections = [
  { name: 'today', label: 'Today', path: '/', icon: 'sun' },
  { name: 'schedule', label: 'Schedule', path: '/schedule', icon: 'calendar' },
  { name: 'chats', label: 'Chats', path: '/chats', icon: 'message-circle' },
  { name: 'forums', label: 'Forums', path: '/forums', icon: 'messages-square' },
  { name: 'more', label: 'More', path: '/more', icon: 'menu' },
] as const satisfies readonly { name: string; label: string; path: string; icon: IconName }[];

export type MainSection = (typeof mainSections)[number]['name'];
