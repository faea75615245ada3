import * as v from 'valibot';
import { type Area, area } from '#area/area.ts';
import { open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type RenderedBody, respondWithRendered } from '#contract/response.ts';
import { buildOpenApiDocument } from '#http/description/openapi.ts';
import { renderBody } from '#platform/rendered.ts';
import { version } from '#platform/version.ts';
import { words } from './words/words.ts';

export const apiDocumentApi = {
  document: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: open,
    response: v.record(v.string(), v.unknown()),
    hasEntityTag: true,
    summary: 'This description of all calls, as OpenAPI 3.1',
  }),
};
const areaName = 'description';

/** The OpenAPI document of the areas and of the call that serves it (decision 46). */
export function describeApi(areas: readonly Area[]) {
  return buildOpenApiDocument([...areas, { name: areaName, api: apiDocumentApi }], { version, words });
}

/** One more area, which serves the document of all others; rendered when first asked for. */
export function createApiDocumentArea(areas: readonly Area[]): Area {
  let rendered: RenderedBody | undefined;
  return area({
    name: areaName,
    api: apiDocumentApi,
    handlers: () => ({
      document: () => {
        rendered ??= renderBody(JSON.stringify(describeApi(areas)));
        return respondWithRendered(rendered);
      },
    }),
  });
}
