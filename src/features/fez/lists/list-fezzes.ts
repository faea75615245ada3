import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getInbox, readInboxName } from '#core/teams/index.ts';
import { assertKindEnabled, canReadPosts, type FezAccess, findRelationships, isKindDisabled } from '../access.ts';
import { type FezType, fezTypes, filterTypes, groupTypes, kinds } from '../kinds.ts';
import { presentFez } from '../present.ts';
import { getReader } from '../reading/reader.ts';
import { findReadingStates, type ReadingState } from '../reading/reading-state.ts';
import type { FezData, FezListData } from '../records.ts';
import { prepareWordSearch } from './chats-with-words.ts';
import { canMatchNothing, type ListQuery, readDay, readHidePast, readPage, readWords } from './list-query.ts';
import { findPageOfFezzes, type ListFilter, type ListOrder } from './store.ts';

interface FezList {
  readonly filter: ListFilter;
  readonly order: ListOrder;
  /** Filters the fezzes of a page; the total still counts those it leaves out (fez rule 19). */
  readonly isListed?: (access: FezAccess) => boolean;
}

function presentList(
  context: Context,
  caller: Caller,
  query: ListQuery,
  { filter, order, isListed }: FezList,
): FezListData {
  const page = readPage(context, query);
  const { rows, total } = findPageOfFezzes(context, getReader(context, caller), { filter, order, page });
  const accesses = findRelationships(context, caller, rows);
  return {
    paginator: { total, ...page },
    fezzes: presentFezzes(context, caller, isListed ? accesses.filter(isListed) : accesses, query),
  };
}

/** Returns fezzes without posts; with members if requested and visible (fez rule 9). */
function presentFezzes(
  context: Context,
  caller: Caller,
  accesses: readonly FezAccess[],
  { members = false }: ListQuery,
): FezData[] {
  return members
    ? presentWithMembers(context, caller, accesses)
    : accesses.map((access) => presentFez(context, caller, access));
}

function presentWithMembers(context: Context, caller: Caller, accesses: readonly FezAccess[]): FezData[] {
  const states = findVisibleReadingStates(context, caller, accesses);
  return accesses.map((access) => {
    const state = states.get(access.fez.id);
    return presentFez(context, caller, access, state && { state });
  });
}

/** Returns the reading states of the fezzes whose posts and members the caller sees. */
function findVisibleReadingStates(
  context: Context,
  caller: Caller,
  accesses: readonly FezAccess[],
): ReadonlyMap<string, ReadingState> {
  const seenInside = Map.groupBy(accesses.filter(canReadPosts), ({ relationship }) => relationship);
  return new Map(
    [...seenInside].flatMap(([relationship, group]) => {
      const rows = group.map(({ fez }) => fez);
      return [...findReadingStates(context, caller, rows, relationship)];
    }),
  );
}

/** Returns groups that look for members and have space for the caller (fez rule 23). */
export function listOpenGroups(context: Context, caller: Caller, query: ListQuery): FezListData {
  assertSomeTypeEnabled(context, caller, query);
  const { type: requested = [] } = query;
  const filter = {
    ...buildCommonFilter(
      context,
      caller,
      groupTypes.filter((type) => requested.length === 0 || requested.includes(type)),
      query,
    ),
    notCancelled: true,
    startsAfter: readHidePast(context, { hidePast: query.hidePast ?? true }),
    startsWithin: readDay(context, query),
    words: readWords(query, { inPosts: false }),
  };
  return presentList(context, caller, query, {
    filter,
    order: 'by start',
    isListed: (access) => !access.isIn && hasCapacity(access),
  });
}

/** Whether others still see it: until the waiting list reaches half its capacity. */
const hasCapacity = ({ fez: { maxCapacity }, memberIDs }: FezAccess): boolean =>
  maxCapacity === 0 || memberIDs.length < Math.floor(maxCapacity * 1.5);

/**
 * Returns the fezzes that the caller, or a shared account of the caller, is a member of (fez rule 24). Throws 403 for
 * another team's account.
 */
export function listJoinedFezzes(
  context: Context,
  caller: Caller,
  query: ListQuery,
): FezListData | Promise<FezListData> {
  const words = readWords(query, { inPosts: true });
  const list = () => {
    const filter = { ...buildMemberFilter(context, caller, query), overlaps: readDay(context, query), words };
    return presentList(context, caller, query, { filter, order: 'by activity' });
  };
  return words ? prepareWordSearch(context).then(list) : list();
}

/**
 * Returns the fezzes that the caller, or a shared account of the caller, created and is still a member of (fez rule
 * 28). Throws 403 like `listJoinedFezzes`.
 */
export function listOwnedFezzes(context: Context, caller: Caller, query: ListQuery): FezListData {
  const filter = {
    ...buildMemberFilter(context, caller, query),
    ownerID: chooseAccount(context, caller, query),
    startsWithin: readDay(context, query),
    words: readWords(query, { inPosts: false }),
  };
  return presentList(context, caller, query, { filter, order: 'newest first' });
}

/**
 * Returns the fezzes that the caller was a member of and has left, including deleted ones (fez rule 29). Throws 403
 * like `listJoinedFezzes`.
 */
export function listLeftFezzes(context: Context, caller: Caller, query: ListQuery): FezListData {
  const types = filterTypes((kind) => kind.isKeptForFormer && !isKindDisabled(context, caller, kind));
  const filter = { types, withDeleted: true, formerID: chooseAccount(context, caller, query) };
  return presentList(context, caller, query, { filter, order: 'newest first' });
}

function buildMemberFilter(context: Context, caller: Caller, query: ListQuery): ListFilter {
  assertSomeTypeEnabled(context, caller, query);
  return {
    ...buildCommonFilter(context, caller, chooseTypes(query), query),
    memberID: chooseAccount(context, caller, query),
    startsAfter: readHidePast(context, query),
    isNew: query.onlynew,
    isFavorite: query.favorite,
    fezID: query.matchID,
  };
}

/** Words that can't match leave no type to list, like disabled types. */
function buildCommonFilter(context: Context, caller: Caller, types: readonly FezType[], query: ListQuery): ListFilter {
  return { types: canMatchNothing(query) ? [] : types.filter((type) => !isKindDisabled(context, caller, kinds[type])) };
}

/** Returns the requested types; the excluded ones matter only if none are requested (fez rule 19). */
function chooseTypes({ type = [], excludetype = [], lfgtypes }: ListQuery): readonly FezType[] {
  const included = new Set([...type, ...(lfgtypes === true ? groupTypes : [])]);
  if (included.size > 0) return [...included];
  const excluded = new Set([...excludetype, ...(lfgtypes === false ? groupTypes : [])]);
  return fezTypes.filter((fezType) => !excluded.has(fezType));
}

/** Throws 451 if all requested types are disabled (decision 27). */
function assertSomeTypeEnabled(context: Context, caller: Caller, { type = [] }: ListQuery): void {
  const [first] = type;
  if (first === undefined || !type.every((requested) => isKindDisabled(context, caller, kinds[requested]))) return;
  assertKindEnabled(context, caller, kinds[first]);
}

/** Returns the caller or the requested shared account (fez rule 30). */
function chooseAccount(context: Context, caller: Caller, { foruser = '' }: ListQuery): string {
  const name = readInboxName(foruser);
  return name === undefined ? caller.userID : getInbox(context, caller, name).accountID;
}
