import { and, count, eq, inArray, isNull, sum } from 'drizzle-orm';
import { countRows, createRowCounter, type RowCounter, type RowCounts } from '#area/row-counts.ts';
import { prepareQuery } from '#db/prepared.ts';
import { type FezGroup, type FezType, filterTypes } from './kinds.ts';
import { fezMembers, fezzes } from './tables.ts';

const isLive = (types: readonly FezType[]) => and(inArray(fezzes.type, [...types]), isNull(fezzes.deletedAt));
const countFezzes = (...types: FezType[]): RowCounter => countRows(fezzes, isLive(types));
const listTypes = (group: FezGroup): FezType[] => filterTypes((kind) => kind.group === group);

/** Writes maintain the post counts, so these only need to be summed. */
function countPosts(group: FezGroup): RowCounter {
  const query = prepareQuery((queries) =>
    queries
      .select({ posts: sum(fezzes.postCount).mapWith(Number) })
      .from(fezzes)
      .where(isLive(listTypes(group))),
  );
  return createRowCounter((db) => query.get(db, {})?.posts);
}

const participantsQuery = prepareQuery((queries) =>
  queries
    .select({ participants: count() })
    .from(fezMembers)
    .innerJoin(fezzes, eq(fezzes.id, fezMembers.fezID))
    .where(isLive(listTypes('lfg'))),
);

export const fezRowCounts: RowCounts = {
  lfg: countFezzes(...listTypes('lfg')),
  lfgParticipant: createRowCounter((db) => participantsQuery.get(db, {})?.participants),
  lfgPost: countPosts('lfg'),
  seamail: countFezzes(...listTypes('seamail')),
  seamailPost: countPosts('seamail'),
  privateEvent: countFezzes('privateEvent'),
  personalEvent: countFezzes('personalEvent'),
};
