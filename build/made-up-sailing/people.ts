import { borrowedAvatars } from '#core/profiles/tables.ts';
import { composeUserSearch } from '#core/users/index.ts';
import { roleGrants, users } from '#core/users/tables.ts';
import { turnWithoutSender } from '#platform/secrets/passwords.ts';
import { insertRow } from './insert-row.ts';
import type { Person, Sailing } from './part.ts';
import { writeSentence } from './vocabulary.ts';

/**
 * Makes the passengers: `passenger0` and so on. One account in twenty is a second account of the previous passenger,
 * one in three has an avatar (without a file), and one in a hundred is a photographer.
 */
export async function makePeople(
  { context, random, count, make }: Sailing,
  password: string,
): Promise<readonly Person[]> {
  const passwordHash = await context.passwords.hash(password, turnWithoutSender);
  const people: Person[] = [];
  make('people', count(3000), (context, index) => {
    const [id, username, now] = [random.uuid(), `passenger${index}`, context.clock.now()];
    const familyID = index % 20 === 19 ? (people.at(-1)?.familyID ?? id) : id;
    const name = { username, displayName: random.onceIn(2) ? writeSentence(random, 1, 2) : null, realName: null };
    const userImage = random.onceIn(3) ? `${random.uuid()}.jpg` : null;
    insertRow(context, users, {
      ...{ ...name, id, familyID, passwordHash, userImage, usernameKey: username, accessLevel: 'verified' },
      ...{ userSearch: composeUserSearch(name), hasLoggedIn: true, profileUpdatedAt: now, createdAt: now },
    });
    if (userImage !== null) insertRow(context, borrowedAvatars, { userID: id });
    if (index % 100 === 50) insertRow(context, roleGrants, { userID: id, role: 'shutternaut' });
    people.push({ id, username, familyID });
  });
  return people;
}
