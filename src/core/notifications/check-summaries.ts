import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { verifySummary } from './verify.ts';

/** Thrown if a write left a cached summary wrong: a count changed without the `version` of its counters. */
export class WrongSummary extends Error {}

/** Checking the last viewers is enough, because computing a summary can take a millisecond. */
const maxViewers = 20;

const getCheckSwitch = createOncePerInstance(() => ({ isOff: false }));

/**
 * Compares the cached summaries of the last viewers with recomputed ones after every write. A write that leaves one
 * wrong throws WrongSummary. For development and tests. Returns a function that records a viewer.
 */
export function checkSummariesAfterWrites(context: Context): (viewer: Caller | undefined) => void {
  const userIDs = new Set<string | undefined>();
  const state = getCheckSwitch(context);
  context.db.onCommit(() => {
    if (!state.isOff) for (const userID of userIDs) assertSummaryIsRight(context, userID);
  });
  return (viewer) => {
    userIDs.delete(viewer?.userID);
    userIDs.add(viewer?.userID);
    if (userIDs.size > maxViewers) userIDs.delete([...userIDs][0]);
  };
}

/** Stops these checks, for tests that leave a summary wrong on purpose or count how often one is computed. */
export function stopCheckingSummaries(context: Context): void {
  getCheckSwitch(context).isOff = true;
}

function assertSummaryIsRight(context: Context, userID: string | undefined): void {
  const user = userID === undefined ? undefined : findUser(context, userID);
  if (userID !== undefined && !user) return;
  const wrong = verifySummary(context, user && toCaller(user));
  if (wrong.length === 0) return;
  throw new WrongSummary(wrong.map(({ what, stored, expected }) => `${what} is ${stored}, not ${expected}`).join('; '));
}
