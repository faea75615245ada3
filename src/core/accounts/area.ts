import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { accountsApi } from './api.ts';
import { accountsHandlers } from './handlers.ts';
import { prepareAccounts } from './prepare.ts';

export const accounts = area<Context, typeof accountsApi>({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
});
