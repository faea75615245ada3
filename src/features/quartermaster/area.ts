import { isNull } from 'drizzle-orm';
import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { quartermasterApi } from './api.ts';
import { quartermasterHandlers } from './handlers.ts';
import { moderatedItem } from './moderation.ts';
import { quartermasterItems } from './tables.ts';
import { repairQuartermaster, verifyQuartermaster } from './verify.ts';

export const quartermaster = area({
  name: 'quartermaster',
  api: quartermasterApi,
  handlers: quartermasterHandlers,
  moderated: [moderatedItem],
  rowCounts: { quartermasterItem: countRows(quartermasterItems, isNull(quartermasterItems.deletedAt)) },
  verify: verifyQuartermaster,
  repair: repairQuartermaster,
});
