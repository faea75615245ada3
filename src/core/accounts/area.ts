import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { accountsApi } from './api.ts';
import { prepareAccounts } from './first-accounts.ts';
import { accountsHandlers } from './handlers.ts';

export const accounts = area<Context, typeof accountsApi>({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
});
