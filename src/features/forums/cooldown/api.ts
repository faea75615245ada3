import { minimum } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { instantInPath, integerInPathCheckedLater, uuid, wordInPath } from '#contract/fields.ts';

/** A day. */
export const maxSlowModeSeconds = 86_400;

const params = { forumID: uuid };
const commonOptions = {
  method: 'POST',
  access: minimum('moderator'),
  feature: 'cooldown',
  rejects: ['categoryClosed'],
} as const;

/** Calls of moderators that cool a thread down (forums rules B80 to B86). */
export const cooldownApi = {
  slowMode: endpoint({
    ...commonOptions,
    path: '/mod/forum/{forumID}/slowmode/{seconds}',
    params: { ...params, seconds: integerInPathCheckedLater({ minimum: 0, maximum: maxSlowModeSeconds }) },
    summary: 'Let each person post in a thread only once in this number of seconds; 0 ends it',
  }),
  newAccounts: endpoint({
    ...commonOptions,
    path: '/mod/forum/{forumID}/newaccounts/{mode}',
    params: { ...params, mode: wordInPath(['readonly', 'open']) },
    summary: 'Close a thread to new accounts, or open it to them again',
  }),
  closeAt: endpoint({
    ...commonOptions,
    path: '/mod/forum/{forumID}/closeat/{date}',
    params: { ...params, date: instantInPath },
    summary: 'Close a thread at a set time',
  }),
  keepOpen: endpoint({
    ...commonOptions,
    ...removalOf('/mod/forum/{forumID}/closeat'),
    params,
    summary: 'Remove the time at which a thread closes',
  }),
};
