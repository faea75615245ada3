import { area } from '#area/area.ts';
import { deleteOldResponses } from './stored-responses.ts';

/** Has no endpoint of its own: every POST with a bearer token accepts idempotency keys. */
export const idempotency = area({
  name: 'idempotency',
  api: {},
  handlers: () => ({}),
  jobs: (context) => [{ name: 'delete-old-responses', run: (stopping) => deleteOldResponses(context, stopping) }],
});
