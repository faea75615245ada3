import type { Area } from '#area/area.ts';
import { buildAsyncApiDocument } from '#http/description/asyncapi.ts';
import { buildOpenApiDocument } from '#http/description/openapi.ts';
import type { Examples } from '#http/description/operations.ts';
import { readRules } from '#http/description/rules.ts';
import { listEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';
import { version } from '#platform/machine/version.ts';
import { areaName, documentsApi } from './api.ts';
import { documentFiles } from './documents.ts';
import { renderPage } from './page.ts';
import { productWords } from './words/words.ts';

const describeAll = (areas: readonly Area[]) => [...areas, { name: areaName, api: documentsApi }];

/** Requests and responses recorded in tests and selected by `npm run examples`. */
const readExamples = (): Examples => JSON.parse(readEmbedded('assets/examples.json').toString('utf8'));

const readTexts = (folder: string): Map<string, string> =>
  new Map(listEmbedded(folder).map((name) => [name, readEmbedded(`${folder}/${name}`).toString('utf8')]));

const describeApi = (areas: readonly Area[]) =>
  buildOpenApiDocument(describeAll(areas), {
    version,
    words: productWords,
    examples: readExamples(),
    rules: readRules(readTexts('src/contract/rules')),
  });

const describeSockets = (areas: readonly Area[]) =>
  buildAsyncApiDocument(describeAll(areas), { version, words: productWords });

const format = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Returns the OpenAPI document of the areas and of the calls that serve the documents (decision 46), as a file. */
export const formatOpenApi = (areas: readonly Area[]): string => format(describeApi(areas));

/** Returns the AsyncAPI document of the sockets of all areas, as a file. */
export const formatAsyncApi = (areas: readonly Area[]): string => format(describeSockets(areas));

/** Returns all documents by file name. */
export const renderDocuments = (areas: readonly Area[]): Readonly<Record<string, string>> => ({
  [documentFiles.openApi]: formatOpenApi(areas),
  [documentFiles.asyncApi]: formatAsyncApi(areas),
  [documentFiles.page]: renderPage(describeApi(areas), describeSockets(areas)),
});
