import { area } from '#area/area.ts';

/** Has no endpoint of its own: `gangway jobs` shows the runs. */
export const jobs = area({ name: 'jobs', api: {}, handlers: () => ({}) });
