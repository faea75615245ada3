import { area } from '#area/area.ts';
import { accountsApi } from './api.ts';
import { accountsHandlers } from './handlers.ts';
import { prepareAccounts } from './prepare.ts';

export const accounts = area({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
});
