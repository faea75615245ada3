import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findInbox, readInboxName } from '#core/teams/index.ts';
import { foldUsername } from '#core/users/index.ts';
import { findAlertCounts, saveAlertsViewed } from './alert-words/store.ts';
import { type MentionCounter, type Place, placeRules } from './kinds-of-post.ts';
import { findMentionTotals, saveMentionsViewed } from './mentions/store.ts';
import { cleanWords } from './words/word-lists.ts';

/** The parameters of a list of posts that concern mentions or alert words. */
export interface TextSearch {
  /** The name that the posts mention, without `@`; the caller's own for “mentions of me”. */
  readonly mentionedName?: string | undefined;
  /** The full-text search. */
  readonly search?: string | undefined;
  readonly start?: number | undefined;
}

/** Mentions and alert words shown to the caller for the first time. */
export interface ViewedCounts {
  readonly place: Place;
  readonly counters: readonly MentionCounter[];
  readonly word: string | undefined;
}

/** Returns the caller's new mentions and alert words in this list; undefined if there are none. */
export function findNewlyViewed(
  context: Context,
  caller: Caller,
  place: Place,
  search: TextSearch,
): ViewedCounts | undefined {
  const counters = findViewedCounters(context, caller, place, search);
  const word = findViewedWord(context, caller, place, search);
  return counters.length > 0 || word !== undefined ? { place, counters, word } : undefined;
}

function findViewedCounters(
  context: Context,
  caller: Caller,
  place: Place,
  { mentionedName }: TextSearch,
): MentionCounter[] {
  if (mentionedName === undefined) return [];
  const shown: MentionCounter[] = foldUsername(mentionedName) === foldUsername(caller.username) ? [place] : [];
  const team = placeRules[place].hasTeamMentions ? readInboxName(mentionedName) : undefined;
  if (team && findInbox(context, caller, team)) shown.push(team);
  if (shown.length === 0) return [];
  const totals = findMentionTotals(context.db, caller.userID);
  return shown.filter((counter) => {
    const { total, viewed } = totals.get(counter) ?? { total: 0, viewed: 0 };
    return viewed !== total;
  });
}

/** Returns the word only on the first page of a search for a single word (forums rule B58). */
function findViewedWord(
  context: Context,
  { userID }: Caller,
  place: Place,
  { search, start = 0 }: TextSearch,
): string | undefined {
  const text = search?.trim() ?? '';
  if (text === '' || start > 0 || /\s/.test(text)) return undefined;
  const [word] = cleanWords(text);
  const count = findAlertCounts(context.db, userID).find((count) => count.word === word);
  const isNew = count && count[`${place}Viewed`] !== count[`${place}Total`];
  return isNew ? word : undefined;
}

/** Marks what `findNewlyViewed` found as viewed (forums rules B57 and B58). */
export function markViewed(context: WriteContext, { userID }: Caller, { place, counters, word }: ViewedCounts): void {
  if (counters.length > 0) saveMentionsViewed(context.db, userID, counters);
  if (word !== undefined) saveAlertsViewed(context.db, place, userID, word);
}
