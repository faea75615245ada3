import * as v from 'valibot';
import { minimum, optional } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { DailyThemeData, DailyThemeUploadData } from './records.ts';

const params = { themeID: uuid };

export const dailyThemesApi = {
  list: endpoint({
    method: 'GET',
    path: '/notification/dailythemes',
    access: optional,
    response: v.array(DailyThemeData),
    summary: 'The themes of all days, first day first',
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/create',
    access: minimum('tho'),
    body: DailyThemeUploadData,
    pictures: 1,
    status: 201,
    summary: 'Give a day its theme',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/{themeID}/edit',
    access: minimum('tho'),
    params,
    body: DailyThemeUploadData,
    pictures: 1,
    status: 201,
    summary: 'Replace title, text, picture and day of a theme',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/admin/dailytheme/{themeID}/delete',
    aliases: [{ method: 'DELETE', path: '/admin/dailytheme/{themeID}' }],
    access: minimum('tho'),
    params,
    status: 204,
    summary: 'Take the theme of a day away for good',
  }),
};
