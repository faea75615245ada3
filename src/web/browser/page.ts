// What runs in every page of somebody who is signed in. A page is whole without it.
import { readAccount } from './account.ts';
import { catchUpWithChat } from './chat.ts';
import { keepLive } from './live.ts';

const account = readAccount();

if (account !== undefined) {
  keepLive(account, { onNews: catchUpWithChat });
}
