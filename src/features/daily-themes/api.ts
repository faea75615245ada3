import * as v from 'valibot';
import { minimum, optional } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { DailyThemeData, DailyThemeUploadData } from './records.ts';

const params = { themeID: uuid };

export const dailyThemesApi = {
  list: endpoint({
    method: 'GET',
    path: '/notification/dailythemes',
    access: optional,
    response: v.array(DailyThemeData),
    summary: 'List daily themes by day',
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/create',
    access: minimum('tho'),
    body: DailyThemeUploadData,
    pictures: 1,
    status: 201,
    rejects: [...creationRejections, 'dayTaken'],
    summary: 'Create a daily theme',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/{themeID}/edit',
    access: minimum('tho'),
    params,
    body: DailyThemeUploadData,
    pictures: 1,
    status: 201,
    rejects: [...creationRejections, 'dayTaken'],
    summary: 'Edit a daily theme, replacing all its fields',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/{themeID}/delete',
    aliases: [{ method: 'DELETE', path: '/admin/dailytheme/{themeID}' }],
    access: minimum('tho'),
    params,
    status: 204,
    summary: 'Delete a daily theme',
  }),
};
