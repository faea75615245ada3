import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { listUploadParts, replaceUploadParts } from './store.ts';
import type { UploadKind } from './tables.ts';

/** The desk's last upload of one kind. */
export interface StoredUpload<Entry> {
  readonly uploadID: string;
  readonly entries: readonly Entry[];
}

const entriesPerPart = 50;

/** Splits entries into stored parts and yields to other requests. */
export async function cutIntoParts(entries: readonly unknown[]): Promise<readonly string[]> {
  const parts: string[] = [];
  const starts = Array.from({ length: Math.ceil(entries.length / entriesPerPart) }, (_, part) => part * entriesPerPart);
  await forEachYielding(starts, (start) => parts.push(JSON.stringify(entries.slice(start, start + entriesPerPart))));
  // An empty list is a valid upload too.
  return parts.length > 0 ? parts : ['[]'];
}

/** Stores an upload. Replaces the previous one. */
export const saveUpload = (context: WriteContext, kind: UploadKind, parts: readonly string[]): void =>
  replaceUploadParts(context.db, kind, randomUUID(), parts);

/** Returns the current upload and yields to other requests while reading it. Throws 400 if there is none. */
export async function readUpload<Entry>(
  { db }: Context,
  kind: UploadKind,
  missing: string,
): Promise<StoredUpload<Entry>> {
  const parts = listUploadParts(db, kind);
  const [first] = parts;
  if (!first) throw malformed(missing, 'nothingUploaded');
  const entries: Entry[] = [];
  // Safe to cast: the server checked and wrote it on upload.
  await forEachYielding(parts, ({ content }) => {
    for (const entry of JSON.parse(content) as Entry[]) entries.push(entry);
  });
  return { uploadID: first.uploadID, entries };
}
