import type { WriteContext } from '#area/context.ts';
import { userBlocks, userFavorites, userMutes } from '#core/users/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { Person, SailingPart } from '../part.ts';

/**
 * One in ten people blocks a few others, one in five mutes some, and half have favorites. `passenger0` does all three.
 */
export const relations: SailingPart = {
  name: 'relations',
  fill({ random, people, make }) {
    const pickOthers = ({ familyID }: Person, max: number): Person[] =>
      random.pick(people, 1 + random.below(max)).filter((other) => other.familyID !== familyID);
    make('people with blocks, mutes and favorites', people.length, (context, index) => {
      const person = people[index];
      if (!person) return;
      if (index % 10 === 0) block(context, person, pickOthers(person, 3));
      if (index % 5 === 0) mute(context, person, pickOthers(person, 5));
      if (index % 2 === 0) addFavorite(context, person, pickOthers(person, 10));
    });
  },
};

function block(context: WriteContext, { familyID }: Person, others: readonly Person[]): void {
  const createdAt = context.clock.now();
  for (const { id: blockedID } of others) insertRow(context, userBlocks, { familyID, blockedID, createdAt });
}

function mute(context: WriteContext, { id: userID }: Person, others: readonly Person[]): void {
  const createdAt = context.clock.now();
  for (const { id: mutedID } of others) insertRow(context, userMutes, { userID, mutedID, createdAt });
}

function addFavorite(context: WriteContext, { id: userID }: Person, others: readonly Person[]): void {
  const createdAt = context.clock.now();
  for (const { id: favoriteID } of others) insertRow(context, userFavorites, { userID, favoriteID, createdAt });
}
