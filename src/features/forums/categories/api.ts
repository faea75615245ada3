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
    summary: 'Categories of forums, or one of them, without their forums',
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
    summary: 'A category with a page of its forums, pinned ones first',
  }),
};
