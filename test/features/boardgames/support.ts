import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardgamesApi } from '#features/boardgames/api.ts';
import type { TestApp, User } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

/** A game in a catalogue file. */
export interface Entry {
  readonly gameName: string;
  readonly numCopies?: number;
  readonly [key: string]: unknown;
}

/** Writes the crew's file of games; deletes it if there are no entries. */
export function writeCatalogue(app: TestApp, content: readonly Entry[] | string | undefined): void {
  const folder = app.context.config.folders.seeds;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'test-GamesCatalog.json');
  if (content === undefined) rmSync(file, { force: true });
  else writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content.map(addDefaults)));
}

const addDefaults = (entry: Entry): Entry => ({
  numCopies: 1,
  gameTypes: [],
  categories: [],
  mechanisms: [],
  ...entry,
});

/** Replaces the library with these games, as an administrator. */
export async function reload(app: TestApp, admin: User, entries: readonly Entry[]): Promise<void> {
  writeCatalogue(app, entries);
  await admin.get(boardgamesApi.reload);
}

type Query = Record<string, string | number | boolean>;

/** Returns the names of the listed games. */
export async function listNames(client: Client, query: Query = {}): Promise<string[]> {
  const { gameArray } = await client.get(boardgamesApi.list, { query: { limit: 200, ...query } });
  return gameArray.map(({ gameName }) => gameName);
}

/** Finds the game with this name. */
export async function findGame(client: Client, name: string) {
  const { gameArray } = await client.get(boardgamesApi.list, { query: { limit: 200 } });
  const game = gameArray.find(({ gameName }) => gameName === name);
  if (!game) throw new Error(`there is no game called ${name}`);
  return game;
}
