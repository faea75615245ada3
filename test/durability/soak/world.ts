import assert from 'node:assert/strict';
import { type Client, createClient } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import type { Random } from './random.ts';
import { createStream, type Stream } from './stream.ts';

/** One who does things at random. */
export interface Sailor {
  readonly name: string;
  readonly userID: string;
  readonly client: Client;
  readonly stream: Stream;
}

/** A chat as far as the answers of the service tell. */
export interface Chat {
  readonly fezID: string;
  readonly ownerID: string;
  /** Who is in it for certain, and since which moment. */
  readonly presentSince: Map<string, number>;
  /** Who is coming or going at this moment. */
  readonly moving: Set<string>;
  /** Who came and went at once: whether they are in it nobody knows. */
  readonly uncertain: Set<string>;
  /** Who has ever tried to mute it: they need not be told of posts. */
  readonly muters: Set<string>;
}

/** A post that the service has acknowledged. */
export interface SentPost {
  readonly chat: Chat;
  readonly authorID: string;
  readonly text: string;
  /** The moment before it was sent. */
  readonly sentAt: number;
}

/** What is known of everything that was done. Moments are numbers that only rise. */
export interface World {
  readonly random: Random;
  readonly sailors: readonly Sailor[];
  readonly chats: Chat[];
  readonly posts: Map<number, SentPost>;
  /** Pairs of user ids, of which the first need not hear of the second: one has tried to block or mute the other. */
  readonly estranged: Set<string>;
  moment(): number;
}

export const pairOf = (one: string, other: string): string => `${one} ${other}`;

const codeOf = (number: number): string => `s${String(number).padStart(5, '0')}`;

/** Puts a registration code for each of so many people where the service looks at its first start. */
export function provideCodes(ship: Ship, people: number): void {
  const codes = Array.from({ length: people }, (_, number) => codeOf(number));
  ship.file('data/seeds/registration-codes.txt', codes.join('\n'));
}

/** Creates so many verified accounts and opens a stream for each. */
export async function createWorld(url: string, random: Random, people: number): Promise<World> {
  const numbers = Array.from({ length: people }, (_, number) => number);
  const sailors = await Promise.all(numbers.map((number) => createSailor(url, number)));
  let moment = 0;
  return {
    random,
    sailors,
    chats: [],
    posts: new Map(),
    estranged: new Set(),
    moment: () => {
      moment += 1;
      return moment;
    },
  };
}

async function createSailor(url: string, number: number): Promise<Sailor> {
  const name = `sailor${String(number).padStart(3, '0')}`;
  const account = { username: name, password: 'password', verification: codeOf(number) };
  const created = await createClient(url).send('POST', '/api/v3/user/create', { body: account });
  assert.equal(created.status, 201, created.reason);
  const credentials = Buffer.from(`${name}:password`).toString('base64');
  const loggedIn = await createClient(url, `Basic ${credentials}`).send('POST', '/api/v3/auth/login');
  assert.equal(loggedIn.status, 200, loggedIn.reason);
  const { token, userID } = loggedIn.body;
  const stream = createStream(name, token);
  await stream.open(url);
  return { name, userID, client: createClient(url, `Bearer ${token}`), stream };
}
