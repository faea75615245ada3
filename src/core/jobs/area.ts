import { area } from '#area/area.ts';

/** Has no endpoint of its own: what jobs did is read by `gangway jobs`. */
export const jobs = area({ name: 'jobs', api: {}, handlers: () => ({}) });
