import * as v from 'valibot';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

const document = {
  method: 'GET',
  access: open,
  response: v.record(v.string(), v.unknown()),
  hasEntityTag: true,
} as const;

/** The documents also describe these calls. */
export const documentsApi = {
  openApi: endpoint({
    ...document,
    path: '/openapi.json',
    summary: 'This description of all calls, as OpenAPI 3.1',
  }),
  asyncApi: endpoint({
    ...document,
    path: '/asyncapi.json',
    summary: 'A description of all sockets, as AsyncAPI 3',
  }),
  page: endpoint({
    method: 'GET',
    path: '/docs',
    access: open,
    response: { content: 'text/html' },
    hasEntityTag: true,
    summary: 'What authors of apps have to know, with all calls, sockets and records, as a page',
  }),
};

/** Name of the area. */
export const areaName = 'documents';
