// The script of every page for signed-in users. Pages work without it.
import { guardAccount, readAccount } from './account.ts';
import { keepEndAboveComposer } from './chat.ts';
import { askForDescriptions } from './describe.ts';
import { keepDrafts, putBackDrafts } from './drafts.ts';
import { sendForms } from './forms.ts';
import { growFields } from './grow.ts';
import { refuseHeic } from './heic.ts';
import { catchUpOnReturn, startLiveUpdates } from './live.ts';
import { openMessageMenus } from './message-menu.ts';
import { suggestNames } from './names.ts';
import { cacheForOffline } from './offline.ts';
import { openOutbox } from './outbox.ts';
import { isSupported } from './supported.ts';

const account = readAccount();

if (account !== undefined && isSupported()) {
  guardAccount(account);
  keepDrafts(account);
  sendForms(account, openOutbox(account));
  startLiveUpdates(account);
  keepEndAboveComposer();
  suggestNames();
  catchUpOnReturn();
  growFields();
  openMessageMenus();
  refuseHeic();
  // After it, since it may take files out.
  askForDescriptions();
  await putBackDrafts(account);
  await cacheForOffline(account);
}
