import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { deleteOldResponses } from './retry-answers.ts';

const hourMilliseconds = 60 * 60 * 1000;

/** Has no endpoint of its own: every POST made with a bearer token takes idempotency keys. */
export const idempotency = area<Context, Record<never, never>>({
  name: 'retry-keys',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [
    { name: 'forget-retry-answers', every: hourMilliseconds, run: (stopping) => deleteOldResponses(context, stopping) },
  ],
});
