import type { Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import type { cooldownApi } from './api.ts';
import { setClosing, setNewAccounts, setSlowMode } from './set-cooldown.ts';

export const cooldownHandlers = (): Handlers<typeof cooldownApi> => ({
  slowMode: ({ caller, params, write }) =>
    write((context) => setSlowMode(context, caller, params.forumID, params.seconds)),
  newAccounts: ({ caller, params, write }) =>
    write((context) => setNewAccounts(context, caller, params.forumID, params.mode)),
  closeAt: ({ caller, params, write }) =>
    write((context) => void setClosing(context, caller, params.forumID, params.date)),
  keepOpen: ({ caller, params, write }) =>
    write((context) => respondToChange(setClosing(context, caller, params.forumID, null))),
});
