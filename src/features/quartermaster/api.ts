import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections, creationRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch, queryWord } from '#contract/query.ts';
import { acceptsReason, declareModeratedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus, reportOptions } from '#core/reports/records.ts';
import {
  QuartermasterContentData,
  QuartermasterCreateData,
  QuartermasterData,
  QuartermasterEditLogData,
  QuartermasterListData,
} from './records.ts';
import { itemCategories } from './tables.ts';

const feature = 'quartermaster';
const params = { itemID: uuid };

export const quartermasterApi = {
  list: endpoint({
    method: 'GET',
    path: '/quartermaster',
    access: token,
    feature,
    query: { category: queryWord(itemCategories), search: querySearch, mine: queryBoolean, ...pageQuery },
    response: QuartermasterListData,
    summary: 'List items offered or needed, last changed first',
  }),
  read: endpoint({
    method: 'GET',
    path: '/quartermaster/{itemID}',
    access: token,
    feature,
    params,
    response: QuartermasterData,
    summary: 'Get an item',
  }),
  create: endpoint({
    method: 'POST',
    path: '/quartermaster/create',
    access: token,
    feature,
    body: QuartermasterCreateData,
    response: v.array(QuartermasterData),
    status: 201,
    begins: true,
    rejects: [...creationRejections],
    summary: 'Post several items at once, all or none',
  }),
  update: endpoint({
    method: 'POST',
    path: '/quartermaster/{itemID}/update',
    access: token,
    feature,
    params,
    body: QuartermasterContentData,
    response: QuartermasterData,
    rejects: [...changeRejections],
    summary: 'Edit an item, replacing all its fields',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/quartermaster/{itemID}/delete',
    aliases: [{ method: 'DELETE', path: '/quartermaster/{itemID}' }],
    access: token,
    feature,
    params,
    ...acceptsReason,
    status: 204,
    rejects: [...changeRejections],
    summary: 'Delete an item',
  }),
  report: endpoint({
    ...reportOptions,
    path: '/quartermaster/{itemID}/report',
    feature,
    params,
    summary: 'Report an item',
  }),
};

/** Items of the board as written, with their true owner (moderation rule M21). */
export const itemModeration = declareModeratedCalls({
  word: 'quartermaster',
  params: { item_id: uuid },
  recordName: 'QuartermasterModerationData',
  record: {
    item: v.pipe(QuartermasterData, v.description('The item, unfiltered')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
    edits: v.pipe(v.array(QuartermasterEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get an item with its edit history and reports',
  stateSummary: 'Set the moderation state of an item',
});
