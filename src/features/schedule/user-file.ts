import type { WriteContext } from '#area/context.ts';
import type { UserFileFields, UserFileList } from '#area/user-file.ts';
import { notFound } from '#contract/errors.ts';
import { line, list, optionalInput } from '#contract/fields.ts';
import { restoreMarks } from './marks/marks.ts';
import { setNeedsPhotographer } from './photographers/photographers.ts';
import { findEventByUid, listLiveEvents, listMarkedUids } from './store.ts';

const maxEvents = 5000;
const eventUid = line('uid', 1, 500);
const eventUids = (name: string) => optionalInput(list(name, eventUid, maxEvents));

interface Fields {
  readonly favoriteEvents?: readonly string[];
  readonly photographerEvents?: readonly string[];
}

/** Only events that are on the schedule; others mean nothing on this sailing. */
const findEventIDs = ({ db }: WriteContext, uids: readonly string[] = []): Set<string> =>
  new Set(uids.flatMap((uid) => findEventByUid(db, uid)?.id ?? []));

/** The events that users follow and photograph, by uid (admin rule A25). */
export const scheduleUserFields: UserFileFields<Fields> = {
  entries: { favoriteEvents: eventUids('favoriteEvents'), photographerEvents: eventUids('photographerEvents') },
  collect(context, userIDs) {
    const byUser = Map.groupBy(listMarkedUids(context.db, userIDs), ({ userID }) => userID);
    return new Map(
      userIDs.map((userID) => {
        const marks = byUser.get(userID) ?? [];
        const uidsWith = (mark: 'favorite' | 'photographer') => marks.filter((row) => row[mark]).map(({ uid }) => uid);
        return [userID, { favoriteEvents: uidsWith('favorite'), photographerEvents: uidsWith('photographer') }];
      }),
    );
  },
  restore(context, userID, { favoriteEvents, photographerEvents }) {
    const favorite = findEventIDs(context, favoriteEvents);
    restoreMarks(context, userID, { favorite, photographer: findEventIDs(context, photographerEvents) });
  },
};

/** Uids of the events that need a photographer (admin rule A28). */
export const needsPhotographerList: UserFileList<string> = {
  key: 'needsPhotographer',
  isOptional: false,
  item: eventUid,
  maxItems: maxEvents,
  part: 'needsPhotographerCounts',
  collect: ({ db }) =>
    listLiveEvents(db)
      .filter(({ needsPhotographer }) => needsPhotographer)
      .map((event) => event.uid)
      .sort(),
  describe: (uid) => `event ${uid}`,
  judge({ db }, uid) {
    const event = findEventByUid(db, uid);
    if (!event || event.deletedAt !== null) throw notFound('event');
    return event.needsPhotographer ? 'duplicate' : 'imported';
  },
  restore(context, uid) {
    const event = findEventByUid(context.db, uid);
    if (event) setNeedsPhotographer(context, event.id, true);
  },
};
