import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

export const consistencyApi = {
  reload: endpoint({
    method: 'POST',
    path: '/admin/notifications/reload',
    access: minimum('devteam'),
    summary: 'Recompute, in the background, what is derived from other data; log what differs, and repair it',
  }),
};
