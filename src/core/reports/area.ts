import type { Context } from '#context';
import { area } from '#contract/area.ts';

/** Has no endpoint of its own: others use it. */
export const reports = area<Context, Record<never, never>>({ name: 'reports', api: {}, handlers: () => ({}) });
