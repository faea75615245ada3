import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import type { ModeratedContent } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { conflict } from '#contract/errors.ts';
import { findCodeByFamily } from '#core/accounts/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { countReportsWithCode, insertDisclosedPosts, insertReport } from './store.ts';
import type { DisclosedPostRow } from './tables.ts';

/** How reports on this kind of content can hide it before a moderator has looked at it (moderation rule R5). */
export interface AutoQuarantine {
  readonly state: ModerationState;
  /** How many reports hide it, and how many more hide it again. Only families with a registration code count. */
  readonly threshold: number;
  quarantine(): void;
}

/** A copy of a message that a report discloses. */
export type DisclosedPost = Omit<DisclosedPostRow, 'reportID'>;

/**
 * Files a report on behalf of the caller's family (moderation rules R1 to R5). Throws conflict if the family has
 * already reported the same content.
 */
export function fileReport(
  context: WriteContext,
  caller: Caller,
  content: ModeratedContent,
  message: string,
  { automatic, disclosed = [] }: { automatic?: AutoQuarantine | undefined; disclosed?: readonly DisclosedPost[] } = {},
): void {
  const now = context.clock.now();
  const id = randomUUID();
  const isNew = insertReport(context.db, {
    id,
    type: content.type,
    contentID: content.id,
    reportedUserID: content.authorID,
    authorID: caller.familyID,
    message,
    createdAt: now,
    updatedAt: now,
  });
  if (!isNew) throw conflict('alreadyReported', 'You have already reported this content.');
  insertDisclosedPosts(
    context.db,
    disclosed.map((post) => ({ reportID: id, ...post })),
  );
  // Accounts without a code are free to create, so they can't hide anything by themselves (decision 95).
  if (automatic?.state !== 'normal' || !findCodeByFamily(context.db, caller.familyID)) return;
  const reports = countReportsWithCode(context.db, content);
  if (reports >= automatic.threshold && reports % automatic.threshold === 0) automatic.quarantine();
}
