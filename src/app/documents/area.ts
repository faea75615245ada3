import { createHash } from 'node:crypto';
import { type Area, area } from '#area/area.ts';
import { type Content, type RenderedBody, respondWith, respondWithRendered } from '#contract/response.ts';
import { readEmbedded } from '#platform/machine/embedded-files.ts';
import { renderBody } from '#platform/text/rendered.ts';
import { areaName, documentsApi } from './api.ts';
import { documentFiles } from './documents.ts';

/** The output of `npm run openapi`: generating it at startup would block the service for a tenth of a second. */
const readDocument = (file: string): string => readEmbedded(`assets/${file}`).toString('utf8');

/** Without the whitespace that makes diffs of the file readable. */
const renderJson = (file: string): RenderedBody => renderBody(JSON.stringify(JSON.parse(readDocument(file))));

/** One file without scripts or external resources; the policy allows its style by hash. */
function preparePage() {
  const text = readDocument(documentFiles.page);
  const { bytes, etag } = renderBody(text);
  const content: Content = { mediaType: 'text/html; charset=utf-8', body: bytes, etag };
  return { content, headers: buildPageHeaders(text) };
}

function buildPageHeaders(page: string): Readonly<Record<string, string>> {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = ["default-src 'none'", `style-src 'sha256-${hash}'`, "base-uri 'none'", "form-action 'none'"];
  return {
    'content-security-policy': [...policy, "frame-ancestors 'none'"].join('; '),
    'referrer-policy': 'no-referrer',
  };
}

/** Rendered on first request, then cached. */
function renderOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function rejectCalls(): never {
  throw new Error('no page reads the documents');
}

/** Creates the area that serves the documents of all other areas. */
export function createDocumentsArea(): Area {
  const openApi = renderOnce(() => renderJson(documentFiles.openApi));
  const asyncApi = renderOnce(() => renderJson(documentFiles.asyncApi));
  const page = renderOnce(preparePage);
  return area({
    name: areaName,
    api: documentsApi,
    handlers: () => ({
      openApi: () => respondWithRendered(openApi, rejectCalls),
      asyncApi: () => respondWithRendered(asyncApi, rejectCalls),
      page: () => respondWith(page().content, { headers: page().headers }),
    }),
  });
}
