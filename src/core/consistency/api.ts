import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

export const consistencyApi = {
  reload: endpoint({
    method: 'POST',
    path: '/admin/notifications/reload',
    access: minimum('devteam'),
    summary: 'Recompute derived data in the background, logging and repairing differences',
  }),
};
