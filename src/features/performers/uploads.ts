import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { listUploadParts, replaceUploadParts } from './store.ts';
import type { UploadKind } from './tables.ts';

/** What the desk uploaded last of one kind. */
export interface Upload<Entry> {
  readonly uploadID: string;
  readonly entries: readonly Entry[];
}

const entriesPerPart = 50;

/** Turns entries into the parts in which they are stored; others have their turn meanwhile. */
export async function cutIntoParts(entries: readonly unknown[]): Promise<readonly string[]> {
  const parts: string[] = [];
  const starts = Array.from({ length: Math.ceil(entries.length / entriesPerPart) }, (_, part) => part * entriesPerPart);
  await forEachYielding(starts, (start) => parts.push(JSON.stringify(entries.slice(start, start + entriesPerPart))));
  // An empty list is an upload too.
  return parts.length > 0 ? parts : ['[]'];
}

/** Stores an upload in the place of the one before. */
export const saveUpload = (context: WriteContext, kind: UploadKind, parts: readonly string[]): void =>
  replaceUploadParts(context.db, kind, randomUUID(), parts);

/** What is uploaded now; others have their turn while it is read. Throws 400 for nothing. */
export async function readUpload<Entry>({ db }: Context, kind: UploadKind, missing: string): Promise<Upload<Entry>> {
  const parts = listUploadParts(db, kind);
  const [first] = parts;
  if (!first) throw malformed(missing);
  const entries: Entry[] = [];
  // What was checked when it was uploaded, and written by this program.
  await forEachYielding(parts, ({ content }) => {
    for (const entry of JSON.parse(content) as Entry[]) entries.push(entry);
  });
  return { uploadID: first.uploadID, entries };
}
