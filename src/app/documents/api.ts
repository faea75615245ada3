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
    summary: 'Get the OpenAPI 3.1 document',
  }),
  asyncApi: endpoint({
    ...document,
    path: '/asyncapi.json',
    summary: 'Get the AsyncAPI 3 document',
  }),
  page: endpoint({
    method: 'GET',
    path: '/docs',
    access: open,
    response: { content: 'text/html' },
    hasEntityTag: true,
    summary: 'Get the guide for app developers, with all endpoints, sockets and records, as a page',
  }),
};

/** Name of the area. */
export const areaName = 'documents';
