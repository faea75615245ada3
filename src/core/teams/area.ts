import { area } from '#area/area.ts';

/** Has no endpoint of its own: others use it. */
export const teams = area({ name: 'teams', api: {}, handlers: () => ({}) });
