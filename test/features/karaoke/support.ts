import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { karaokeApi } from '#features/karaoke/api.ts';
import type { TestApp, User } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

/** Artist, title and an optional tag. */
export type Line = readonly [artist: string, title: string, tag?: string];

/** Writes the crew's file of songs; deletes it if undefined. */
export function writeCatalogue(app: TestApp, content: readonly Line[] | string | Uint8Array | undefined): void {
  const folder = app.context.config.folders.seeds;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'test-KaraokeSongCatalog.txt');
  if (content === undefined) rmSync(file, { force: true });
  else if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(file, content);
  else writeFileSync(file, content.map((cells) => `${cells.join('\t')}\n`).join(''));
}

/** Makes these songs the library, as an administrator. */
export async function reload(app: TestApp, admin: User, lines: readonly Line[]): Promise<void> {
  writeCatalogue(app, lines);
  await admin.get(karaokeApi.reload);
}

type Query = Record<string, string | number | boolean>;

/** Lists songs as `artist: title`. */
export async function listTitles(client: Client, query: Query): Promise<string[]> {
  const { songs } = await client.get(karaokeApi.list, { query: { limit: 200, ...query } });
  return songs.map(({ artist, songName }) => `${artist}: ${songName}`);
}

/** Finds the first song that matches these words. */
export async function findSong(client: Client, search: string) {
  const { songs } = await client.get(karaokeApi.list, { query: { search, limit: 1 } });
  const [song] = songs;
  if (!song) throw new Error(`there is no song called ${search}`);
  return song;
}

/** Returns the path of a song. */
export const songParams = ({ songID }: { songID: string }) => ({ params: { songID } });
