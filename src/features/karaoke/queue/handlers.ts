import type { Context, Handlers, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange, respondWith } from '#contract/response.ts';
import type { queueApi } from './api.ts';
import { callNextSinger, moveSinger, setQueueOpen, skipSinger } from './call-singers.ts';
import { joinQueue, leaveQueue } from './join-queue.ts';
import { presentQueue } from './present.ts';

export function queueHandlers(context: Context): Handlers<typeof queueApi> {
  const present = (caller: Caller | undefined) => presentQueue(context, caller);
  const change = (caller: Caller, work: (context: WriteContext) => void) => (context: WriteContext) => {
    work(context);
    return presentQueue(context, caller);
  };
  return {
    queue: ({ caller }) => present(caller),
    joinQueue: ({ caller, body, write }) =>
      write((context) => {
        const status = joinQueue(context, caller, body) ? 201 : 200;
        return respondWith(presentQueue(context, caller), { status });
      }),
    leaveQueue: ({ caller, write }) => write((context) => respondToChange(leaveQueue(context, caller))),
    openQueue: ({ caller, write }) => write(change(caller, (context) => setQueueOpen(context, true))),
    closeQueue: ({ caller, write }) => write(change(caller, (context) => setQueueOpen(context, false))),
    callNextSinger: ({ caller, body, write }) =>
      write(change(caller, (context) => callNextSinger(context, caller, body))),
    skipSinger: ({ caller, params, write }) => write(change(caller, (context) => skipSinger(context, params.entryID))),
    moveSinger: ({ caller, params, write }) =>
      write(change(caller, (context) => moveSinger(context, params.entryID, params.position))),
  };
}
