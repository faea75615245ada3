import * as v from 'valibot';
import { optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryInstant, queryUuid } from '#contract/query.ts';
import { queryDirection, querySort } from '../lists/query.ts';
import { CategoryData } from '../records.ts';

const feature = 'forums';

export const categoriesApi = {
  categories: endpoint({
    method: 'GET',
    path: '/forum/categories',
    access: optional,
    feature,
    query: { cat: queryUuid },
    response: v.array(CategoryData),
    hasEntityTag: true,
    summary: 'List categories, or get one, without their threads',
  }),
  category: endpoint({
    method: 'GET',
    path: '/forum/categories/{categoryID}',
    access: token,
    feature,
    params: { categoryID: uuid },
    query: { sort: querySort, order: queryDirection, beforedate: queryInstant, afterdate: queryInstant, ...pageQuery },
    response: CategoryData,
    hasEntityTag: true,
    rejects: ['categoryClosed'],
    summary: 'Get a category with a page of its threads, pinned ones first',
  }),
};
