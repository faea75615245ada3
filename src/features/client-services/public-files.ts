import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import type { Content } from '#contract/response.ts';
import { locateEmbedded, readEmbedded } from '#platform/machine/embedded-files.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json',
};
/** The files that allow an app to open links have fixed names without an extension. */
const wellKnownTypes: Readonly<Record<string, string>> = {
  '': 'application/json',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};
const cacheSeconds = 86_400;

// No separator and no leading dot, so no path leads out of the folder.
const safeFileName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Reads one of the crew's files; undefined if there is none. */
async function readOperatorFile(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
}

function readSample(path: string): Uint8Array<ArrayBuffer> | undefined {
  const sample = join('assets', 'public', path);
  return existsSync(locateEmbedded(sample)) ? new Uint8Array(readEmbedded(sample)) : undefined;
}

/**
 * Returns a page of the crew's public folder, or else the bundled sample (decision 45). Throws not-found unless the
 * name is a plain name of a text file.
 */
export async function getPublicFile(
  context: Context,
  folder: '' | 'clients' | '.well-known',
  name: string,
): Promise<Content> {
  const mediaType = (folder === '.well-known' ? wellKnownTypes : mediaTypes)[extname(name)];
  if (mediaType === undefined || !safeFileName.test(name)) throw notFound('page');
  const body = (await findFile(context, join(folder, name))) ?? (await findHelp(context, folder, name));
  if (!body) throw notFound('page');
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  return { mediaType, body, etag, cacheSeconds };
}

const findFile = async ({ config }: Context, path: string) =>
  (await readOperatorFile(join(config.folders.public, path))) ?? readSample(path);

/** Apps request the help text under the name of the service they were built for (decision 90). */
const findHelp = (context: Context, folder: string, name: string) =>
  folder === '' && /helptext\.md$/.test(name) ? findFile(context, 'gangwayhelptext.md') : undefined;
