import { area } from '#area/area.ts';

/** Has no endpoint of its own: other areas use it. */
export const settings = area({ name: 'settings', api: {}, handlers: () => ({}) });
