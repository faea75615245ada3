import { area } from '#area/area.ts';

/** Has no endpoint of its own: others use it. */
export const catalogues = area({ name: 'catalogues', api: {}, handlers: () => ({}) });
