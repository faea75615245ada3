import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Sailor } from '../../test/durability/soak/world.ts';
import { type Client, createClient } from '../../test/support/client.ts';

/** A person who writes the ledger's data: an account and its login, which continues after a power cut. */
export interface Person {
  readonly name: string;
  readonly token: string;
}

export const namesOfPeople: readonly string[] = ['james', 'heidi', 'sam', 'verified', 'THO', 'admin'];
/** Returns the people who may post and have a profile picture. */
const posterNames = new Set(['james', 'heidi', 'sam', 'verified']);
export const mayPost = ({ name }: Pick<Person, 'name'>): boolean => posterNames.has(name);

/** Logs in everyone. */
export const logInPeople = (url: string): Promise<Person[]> =>
  Promise.all(
    namesOfPeople.map(async (name) => {
      const credentials = Buffer.from(`${name}:password`).toString('base64');
      const { status, reason, body } = await createClient(url, `Basic ${credentials}`).send(
        'POST',
        '/api/v3/auth/login',
      );
      assert.equal(status, 200, reason);
      return { name, token: body.token };
    }),
  );

/** Returns these people's clients of a service at an address. */
export const createClients = (url: string, people: readonly Pick<Sailor, 'name' | 'token'>[]): Map<string, Client> =>
  new Map(people.map(({ name, token }) => [name, createClient(url, `Bearer ${token}`)]));

/** Shortens a hash so that it fits a report and still distinguishes files. */
export const hashText = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
