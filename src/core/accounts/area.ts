import { area } from '#area/area.ts';
import { accountsApi } from './api.ts';
import { prepareAccounts } from './first-accounts.ts';
import { accountsHandlers } from './handlers.ts';
import { watchBlocks } from './watch-blocks.ts';

export const accounts = area({
  name: 'accounts',
  api: accountsApi,
  handlers: accountsHandlers,
  prepare: prepareAccounts,
  jobs: (context) => [{ name: 'watch-code-guessing', run: () => watchBlocks(context) }],
});
