import { area } from '#area/area.ts';

/** Has no endpoint of its own: other areas use it. */
export const teams = area({ name: 'teams', api: {}, handlers: () => ({}) });
