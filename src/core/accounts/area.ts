import { area } from '#area/area.ts';
import { accountsApi } from './api.ts';
import { prepareAccounts } from './first-accounts.ts';
import { accountsHandlers } from './handlers.ts';

export const accounts = area({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
});
