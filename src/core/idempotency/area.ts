import { area } from '#area/area.ts';
import { deleteOldResponses } from './stored-responses.ts';

const hourMilliseconds = 60 * 60 * 1000;

/** Has no endpoint of its own: every POST with a bearer token takes idempotency keys. */
export const idempotency = area({
  name: 'idempotency',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [
    { name: 'delete-old-responses', every: hourMilliseconds, run: (stopping) => deleteOldResponses(context, stopping) },
  ],
});
