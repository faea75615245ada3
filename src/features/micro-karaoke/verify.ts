import { sql } from 'drizzle-orm';
import type { Inconsistency } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { checkTables, deleteRows, type RowCheck, updateRows } from '#area/row-checks.ts';
import type { StoredFile } from '#platform/files/file-store.ts';
import { getClipFiles, nameClip } from './clip-files.ts';
import { findRecordedClips, findSnippet } from './store.ts';
import { clipSnippets, clipSongs, clipSongsUnseen } from './tables.ts';

const isFull = sql`(it.slots = (
  SELECT count(*) FROM ${clipSnippets} AS s WHERE s.song_id = it.id AND s.has_video = 1 AND s.slot < it.slots))`;

const checks: readonly RowCheck[] = [
  {
    table: clipSongs,
    isWrong: sql`it.is_complete <> ${isFull} OR it.is_approved > ${isFull}`,
    what: sql`'song ' || it.id || ' of clips'`,
    stored: sql`'complete: ' || it.is_complete || ', approved: ' || it.is_approved`,
    expected: 'complete when there is a clip in every slot, and approved only then',
    repairs: [updateRows(sql`is_complete = ${isFull}, is_approved = min(is_approved, ${isFull})`)],
  },
  {
    table: clipSongsUnseen,
    isWrong: sql`NOT EXISTS (SELECT 1 FROM ${clipSongs} AS song WHERE song.id = it.song_id AND song.is_approved = 1)`,
    what: sql`'song ' || it.song_id || ' of clips, unseen by ' || it.user_id`,
    stored: 'not approved',
    expected: 'an approved song',
    repairs: [deleteRows],
  },
];

/** Finds and repairs rows that the rules of this feature don't allow. */
export const { verify: verifyMicroKaraoke, repair: repairMicroKaraoke } = checkTables(checks);

/** Finds clips without a file and files without a clip. */
export const verifyClipFiles = async (context: Context): Promise<Inconsistency[]> => [
  ...(await findMissingFiles(context)),
  ...(await findOrphanedFiles(context)),
];

async function findMissingFiles(context: Context): Promise<Inconsistency[]> {
  const missing: Inconsistency[] = [];
  for (const { id, songID } of findRecordedClips(context.db)) {
    const isStored = (await getClipFiles(context).describe(nameClip(id))) !== undefined;
    // The clip may have been deleted in the meantime.
    if (isStored || !findSnippet(context.db, id)) continue;
    missing.push({ what: `clip ${nameClip(id)} of song ${songID}`, stored: 'no file', expected: 'a file' });
  }
  return missing;
}

async function findOrphanedFiles(context: Context): Promise<Inconsistency[]> {
  const orphans: Inconsistency[] = [];
  const files = getClipFiles(context);
  for await (const name of files.names()) {
    const file = await files.describe(name);
    if (!file || isUploadInProgress(context, file) || findSnippet(context.db, name.replace('.mp4', ''))?.hasVideo)
      continue;
    orphans.push({ what: `file ${file.path}`, stored: 'a file of no clip', expected: 'no file: it can be deleted' });
  }
  return orphans;
}

/** The file of a clip is stored shortly before its row. */
const graceMilliseconds = 60_000;

const isUploadInProgress = ({ clock }: Context, { modified }: StoredFile): boolean =>
  clock.now().getTime() - modified.getTime() < graceMilliseconds;
