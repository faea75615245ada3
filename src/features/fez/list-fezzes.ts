import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { shipClock } from '#core/ship-time/index.ts';
import { type FoundFez, isSwitchedOff, refuseSwitchedOffKind, standingsOf } from './find-fez.ts';
import { type FezType, fezTypes, groupTypes, kinds, typesWhere } from './kinds.ts';
import { dayOf, findsNothing, type ListQuery, pageOf, wordsOf } from './list-query.ts';
import type { FezListData } from './records.ts';
import { asReader, inboxNamed, sharedInboxes } from './shared-inboxes.ts';
import { showFezzes } from './show-fez.ts';
import { findList, type ListFilter, type ListOrder } from './store/lists.ts';

interface List {
  readonly filter: ListFilter;
  readonly order: ListOrder;
  /** Looks at each fez of a page; what it drops is counted all the same (fez rule 19). */
  readonly keeps?: (found: FoundFez) => boolean;
}

function show(context: Context, caller: Caller, query: ListQuery, { filter, order, keeps }: List): FezListData {
  const page = pageOf(context, query);
  const { rows, total } = findList(context.db, asReader(context, caller), { filter, order, page });
  const found = standingsOf(context, caller, rows);
  return {
    paginator: { total, ...page },
    fezzes: showFezzes(context, caller, keeps ? found.filter(keeps) : found, query),
  };
}

/** Groups that look for members and have room for the caller (fez rule 23). */
export function listOpen(context: Context, caller: Caller, query: ListQuery): FezListData {
  refuseOnlySwitchedOff(context, caller, query);
  const { type: wanted = [] } = query;
  const filter = {
    ...commonFilter(
      context,
      caller,
      groupTypes.filter((type) => wanted.length === 0 || wanted.includes(type)),
      query,
    ),
    notCancelled: true,
    startsAfter: query.hidePast === false ? undefined : presentPortTime(context),
    startsWithin: dayOf(context, query),
    words: wordsOf(query, { inPosts: false }),
  };
  return show(context, caller, query, { filter, order: 'by start', keeps: (found) => !found.isIn && hasRoom(found) });
}

/** A waiting list of half the places is as long as it gets in sight of others. */
const hasRoom = ({ fez: { maxCapacity }, memberIDs }: FoundFez): boolean =>
  maxCapacity === 0 || memberIDs.length < Math.floor(maxCapacity * 1.5);

/** What the caller is in, or a shared account of theirs (fez rule 24). Throws 403 for somebody else's account. */
export function listJoined(context: Context, caller: Caller, query: ListQuery): FezListData {
  const filter = {
    ...memberFilter(context, caller, query),
    overlaps: dayOf(context, query),
    words: wordsOf(query, { inPosts: true }),
  };
  return show(context, caller, query, { filter, order: 'by activity' });
}

/** What the caller, or a shared account of theirs, has made and is still in (fez rule 28). Throws 403 as `listJoined`. */
export function listOwned(context: Context, caller: Caller, query: ListQuery): FezListData {
  const filter = {
    ...memberFilter(context, caller, query),
    ownerID: accountOf(context, caller, query),
    startsWithin: dayOf(context, query),
    words: wordsOf(query, { inPosts: false }),
  };
  return show(context, caller, query, { filter, order: 'newest first' });
}

/** What the caller was in and is no longer, deleted ones included (fez rule 29). Throws 403 as `listJoined`. */
export function listFormer(context: Context, caller: Caller, query: ListQuery): FezListData {
  const types = typesWhere((kind) => kind.isKeptForFormer && !isSwitchedOff(context, caller, kind));
  const filter = { types, withDeleted: true, formerID: accountOf(context, caller, query) };
  return show(context, caller, query, { filter, order: 'newest first' });
}

function memberFilter(context: Context, caller: Caller, query: ListQuery): ListFilter {
  refuseOnlySwitchedOff(context, caller, query);
  return {
    ...commonFilter(context, caller, typesOf(query), query),
    memberID: accountOf(context, caller, query),
    startsAfter: query.hidePast ? presentPortTime(context) : undefined,
    isNew: query.onlynew,
    isFavorite: query.favorite,
    fezID: query.matchID,
  };
}

/** Words that can find nothing leave no type to be listed, like types that are switched off. */
function commonFilter(context: Context, caller: Caller, types: readonly FezType[], query: ListQuery): ListFilter {
  return { types: findsNothing(query) ? [] : types.filter((type) => !isSwitchedOff(context, caller, kinds[type])) };
}

/** Types that are asked for; only when none are, those to be left out count (fez rule 19). */
function typesOf({ type = [], excludetype = [], lfgtypes }: ListQuery): readonly FezType[] {
  const wanted = new Set([...type, ...(lfgtypes === true ? groupTypes : [])]);
  if (wanted.size > 0) return [...wanted];
  const unwanted = new Set([...excludetype, ...(lfgtypes === false ? groupTypes : [])]);
  return fezTypes.filter((one) => !unwanted.has(one));
}

/** Throws 451 when everything that was asked for by type is switched off (decision 27). */
function refuseOnlySwitchedOff(context: Context, caller: Caller, { type = [] }: ListQuery): void {
  const [first] = type;
  if (first === undefined || !type.every((one) => isSwitchedOff(context, caller, kinds[one]))) return;
  refuseSwitchedOffKind(context, caller, kinds[first]);
}

const hourMilliseconds = 60 * 60 * 1000;

/** What began less than an hour ago is not past yet (fez rule 21). */
function presentPortTime(context: Context): Date {
  return new Date(shipClock(context).toPort(context.clock.now()).getTime() - hourMilliseconds);
}

/** The caller, or the shared account that was asked for (fez rule 30); words that name none are passed over. */
function accountOf(context: Context, caller: Caller, { foruser }: ListQuery): string {
  const wanted = sharedInboxes(context).find(({ name }) => name === foruser?.toLowerCase());
  if (!wanted) return caller.userID;
  if (!inboxNamed(context, caller, wanted.name)) throw forbidden(`you do not act for ${wanted.name}`);
  return wanted.accountID;
}
