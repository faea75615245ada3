import { area } from '#area/area.ts';
import { accountsApi } from './api.ts';
import { prepareAccounts } from './first-accounts.ts';
import { watchGuessing } from './guessed-codes.ts';
import { accountsHandlers } from './handlers.ts';

export const accounts = area({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
  jobs: (context) => [{ name: 'watch-code-guessing', run: () => watchGuessing(context) }],
});
