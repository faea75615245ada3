import { accountsApi } from '#core/accounts/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { type Client, createClient } from '../../test/support/client.ts';
import { drawScene } from './scenes.ts';

/** A person on board, and a client that calls the service as them. */
export interface Passenger extends Client {
  readonly userID: string;
  readonly username: string;
  readonly token: string;
}

const password = 'password';

/** An account that every service in testing has. */
export async function logIn(url: string, username: string): Promise<Passenger> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const { userID, token } = await createClient(url, `Basic ${credentials}`).get(accountsApi.login);
  return { userID, username, token, ...createClient(url, `Bearer ${token}`) };
}

/** Names of all lengths: layouts must fit the longest too. */
const names = [
  ['sam', 'Sam'],
  ['ann', 'Ann'],
  ['bo', 'Bo'],
  ['mei', 'Mei Lin'],
  ['zoe', 'Zoë'],
  ['joerg', 'Jörg Ahrens'],
  ['wilhelmina', 'Wilhelmina Featherstonehaugh-Cholmondeley'],
  ['tom.the.talkative', ''],
  ['priya', 'Priya'],
  ['lars', 'Lars'],
] as const;

export type People = Readonly<Record<(typeof names)[number][0], Passenger>>;

/** The people aboard, and the clock. */
export interface BoardedPassengers {
  readonly admin: Passenger;
  readonly people: People;
  now(): Date;
  /** Advances the clock by this many minutes. */
  wait(minutes: number): void;
}

/** Returns the passengers by their names; some have a picture. */
export async function boardPassengers(url: string, admin: Passenger): Promise<People> {
  const anonymous = createClient(url);
  const board = async ([username, displayName]: (typeof names)[number], index: number) => {
    // Accounts that every service in testing has.
    if (username !== 'sam') await anonymous.get(accountsApi.create, { body: { username, password } });
    const { userID } = await logIn(url, username);
    await admin.send('POST', `/api/v3/mod/user/${userID}/setaccesslevel/verified`);
    const passenger = await logIn(url, username);
    if (displayName) await passenger.get(profilesApi.editOwnProfile, { body: createProfile(displayName) });
    if (index % 4 === 3) {
      const image = (await drawScene(index, 400, 400)).toString('base64');
      await passenger.get(profilesApi.setAvatar, { body: { image } });
    }
    return [username, passenger] as const;
  };
  const all = await Promise.all(names.map(board));
  return Object.fromEntries(all) as People;
}

const createProfile = (displayName: string) => ({
  displayName,
  realName: '',
  preferredPronoun: 'she/her',
  homeLocation: 'Lisbon',
  roomNumber: '8142',
  email: '',
  discordUsername: '',
  message: 'Ask me about knots.',
  about: 'Third sailing. Reads on deck 5, plays anything with dice, never says no to tea. #boardgames',
  dinnerTeam: '',
});
