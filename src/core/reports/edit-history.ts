import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { presentHeaderForModerators } from './present.ts';

/**
 * Who changed content, and when. Every area with a history of edits stores this, in `editColumns`, with what was there
 * before the change (moderation rule M11), and shows it as `editLogEntries`.
 */
export interface Edit {
  readonly id: string;
  readonly editorID: string;
  readonly createdAt: Date;
}

/** The edit that the caller is about to make. */
export const createEdit = ({ clock }: WriteContext, { userID }: Caller): Edit => ({
  id: randomUUID(),
  editorID: userID,
  createdAt: clock.now(),
});

/** An edit as moderators read it, but for what was there before. */
export const presentEdit = (context: Context, { id, editorID, createdAt }: Edit) => ({
  editID: id,
  createdAt,
  author: presentHeaderForModerators(context, editorID),
});
