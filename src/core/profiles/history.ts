import * as v from 'valibot';
import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createEdit, type Edit } from '#core/reports/index.ts';
import type { UserRow } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { presentUploadData } from './present.ts';
import { StoredProfileData } from './records.ts';
import { insertProfileEdit, listProfileEditRows } from './store.ts';

/** A profile before a change. */
export interface ProfileEdit extends Edit {
  /** Present for a change of texts or name. */
  readonly profile: StoredProfileData | undefined;
  /** Present for a change of the avatar. */
  readonly userImage: string | undefined;
}

/** Records the texts and name before a change (core rule 82). */
export function recordTexts(context: WriteContext, editor: Caller, before: UserRow): void {
  const profile = JSON.stringify(presentUploadData(before));
  insertProfileEdit(context.db, { ...createEdit(context, editor), userID: before.id, profile });
}

/** Records the name of an avatar that is about to be replaced or removed (core rule 86). */
export function recordAvatar(context: WriteContext, editor: Caller, { id: userID, userImage }: UserRow): void {
  insertProfileEdit(context.db, { ...createEdit(context, editor), userID, userImage });
}

/** Lists the edit history of a profile, newest first. */
export function findProfileEdits(db: Database, userID: string): ProfileEdit[] {
  return listProfileEditRows(db, userID).map(({ id, createdAt, editorID, profile, userImage }) => ({
    id,
    createdAt,
    editorID,
    profile: profile === null ? undefined : v.parse(StoredProfileData, JSON.parse(profile)),
    userImage: userImage ?? undefined,
  }));
}
