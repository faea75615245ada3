import type { Context, Handlers } from '#area/context.ts';
import { respondWith } from '#contract/response.ts';
import { getUnlockedPuzzle } from './access.ts';
import type { huntsApi } from './api.ts';
import { callIn } from './call-in.ts';
import { addPuzzle, createHunt, deleteHunt, patchHunt, patchPuzzle } from './change-hunt.ts';
import { presentHunt, presentHuntForMakers, presentHunts, presentPuzzleDetail } from './present.ts';
import { presentStatistics } from './statistics.ts';

export const huntsHandlers = (context: Context): Handlers<typeof huntsApi> => ({
  list: () => presentHunts(context),
  read: ({ caller, params }) => presentHunt(context, caller, params.huntID),
  readPuzzle: ({ caller, params }) => presentPuzzleDetail(context, caller, getUnlockedPuzzle(context, params.puzzleID)),
  callIn: ({ caller, params, body, write }) =>
    write((context) => {
      const { result, isNew } = callIn(context, caller, params.puzzleID, body);
      return respondWith(result, { status: isNew ? 201 : 200 });
    }),
  create: ({ body, write }) => write((context) => createHunt(context, body)),
  addPuzzle: ({ params, body, write }) => write((context) => addPuzzle(context, params.huntID, body)),
  readAll: ({ params }) => presentHuntForMakers(context, params.huntID),
  statistics: ({ caller, params }) => presentStatistics(context, caller, params.huntID),
  patch: ({ params, body, write }) => write((context) => patchHunt(context, params.huntID, body)),
  patchPuzzle: ({ params, body, write }) => write((context) => patchPuzzle(context, params.puzzleID, body)),
  delete: ({ params, write }) => write((context) => deleteHunt(context, params.huntID)),
});
