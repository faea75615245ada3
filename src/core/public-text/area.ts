import { area } from '#area/area.ts';
import { publicTextApi } from './api.ts';
import { publicTextCounters } from './counters.ts';
import { publicTextTopics } from './event-log.ts';
import { publicTextHandlers } from './handlers.ts';
import { publicTextArea } from './kinds-of-post.ts';
import { publicTextRowCounts } from './row-counts.ts';
import { repairPublicText, verifyPublicText } from './verify.ts';

export const publicText = area({
  name: publicTextArea,
  api: publicTextApi,
  handlers: publicTextHandlers,
  counters: publicTextCounters,
  topics: publicTextTopics,
  rowCounts: publicTextRowCounts,
  verify: verifyPublicText,
  repair: repairPublicText,
});
