import * as v from 'valibot';
import { type Area, area } from '#area/area.ts';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type Content, type RenderedBody, respondWith, respondWithRendered } from '#contract/response.ts';
import { buildAsyncApiDocument } from '#http/description/asyncapi.ts';
import { buildOpenApiDocument } from '#http/description/openapi.ts';
import { renderBody } from '#platform/rendered.ts';
import { version } from '#platform/version.ts';
import { pageHeaders, renderPage } from './page.ts';
import { words } from './words/words.ts';

const document = {
  method: 'GET',
  access: open,
  response: v.record(v.string(), v.unknown()),
  hasEntityTag: true,
} as const;

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
const areaName = 'documents';

const describeAll = (areas: readonly Area[]) => [...areas, { name: areaName, api: documentsApi }];

/** The OpenAPI document of the areas and of the calls that serve the documents (decision 46). */
export const describeApi = (areas: readonly Area[]) => buildOpenApiDocument(describeAll(areas), { version, words });

/** The AsyncAPI document of the sockets of all areas. */
export const describeSockets = (areas: readonly Area[]) =>
  buildAsyncApiDocument(describeAll(areas), { version, words });

/** Made when it is first asked for, and kept. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const render = (document: object): RenderedBody => renderBody(JSON.stringify(document));

function renderDocs(areas: readonly Area[]): Content {
  const { bytes, etag } = renderBody(renderPage(describeApi(areas), describeSockets(areas)));
  return { mediaType: 'text/html; charset=utf-8', body: bytes, etag };
}

/** One more area, which serves the documents of all others. */
export function createDocumentsArea(areas: readonly Area[]): Area {
  const openApi = once(() => render(describeApi(areas)));
  const asyncApi = once(() => render(describeSockets(areas)));
  const docs = once(() => renderDocs(areas));
  return area({
    name: areaName,
    api: documentsApi,
    handlers: () => ({
      openApi: () => respondWithRendered(openApi()),
      asyncApi: () => respondWithRendered(asyncApi()),
      page: () => respondWith(docs(), { headers: pageHeaders }),
    }),
  });
}
