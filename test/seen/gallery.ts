import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '../support/app.ts';
import { type Frame, openSocket } from '../support/socket.ts';
import { everyGet, type KnownValues, type SweepCall, saidIn } from '../support/sweep.ts';
import type { Piece, Scene, SeenKind, Sight } from './kind.ts';
import { clientOf, type Reader, type Readers } from './readers.ts';

/** All marks begin with this, so that one search finds whatever may be found. */
const prefix = 'zq';

/** A piece of content that was made, and the word in it that is in nothing else. */
export interface Exhibit {
  readonly kind: SeenKind;
  readonly mark: string;
  readonly piece: Piece;
}

/** Makes one piece of each kind. */
export async function exhibit(scene: Scene, kinds: readonly SeenKind[], series: string): Promise<Exhibit[]> {
  const exhibits: Exhibit[] = [];
  for (const kind of kinds) {
    const mark = `${prefix}${kind.word.replaceAll(/[^a-z]/gi, '').toLowerCase()}${series}`;
    exhibits.push({ kind, mark, piece: await kind.make(scene, mark) });
  }
  return exhibits;
}

/** What leads to any of these, and to anyone who is mentioned in them. */
export function listCalls({ readers }: Scene, exhibits: readonly Exhibit[]): SweepCall[] {
  const known = exhibits.map(({ piece }) => piece.known);
  const words = { text: [prefix], searchposts: [prefix], mentionid: [readers.insider.userID], username: [ownName] };
  return everyGet(merge([...known, words]), [prefix], 'everybody').filter(({ option }) => !option?.endsWith('=false'));
}

/** Is in a path for the name of anyone who calls. */
const ownName = '{me}';

function merge(all: readonly KnownValues[]): KnownValues {
  const merged: Record<string, readonly string[]> = {};
  for (const known of all) {
    for (const [name, values] of Object.entries(known)) merged[name] = [...(merged[name] ?? []).concat(values)];
  }
  return Object.fromEntries(Object.entries(merged).map(([name, values]) => [name, [...new Set(values)]]));
}

/** A reader, with their current login. */
export interface Looking {
  readonly app: TestApp;
  readonly readers: Readers;
}

/** What a call shows a reader. */
export async function ask({ app, readers }: Looking, reader: Reader, call: SweepCall): Promise<string> {
  const name = reader === 'anonymous' ? 'anonymous' : readers[reader].username;
  const path = call.path.replace(encodeURIComponent(ownName), name);
  const headers = { 'x-client-user': readers.insider.userID };
  return saidIn(await clientOf(app, readers, reader).send(call.method, path, { query: call.query, headers }));
}

/** Which parts of a piece are in a response or frame. */
export function sightIn(said: string, { mark, piece }: Exhibit): Sight {
  if ([mark, ...(piece.pictures ?? [])].some((word) => said.includes(word))) return 'shown';
  return piece.trace.test(said) ? 'notice' : 'hidden';
}

/** The notifications that a reader gets who was away from the beginning, or from when this resolves on. */
export async function listen({ app, readers }: Looking, reader: Exclude<Reader, 'anonymous'>, query = '') {
  const socket = await openSocket(app.url, `/api/v3/notification/socket${query}`, readers[reader].token);
  return {
    async heard(): Promise<readonly Frame[]> {
      await socket.ping();
      // Frames are sent before the answer to a ping that came after them.
      await pause(0);
      return socket.frames;
    },
    close: () => socket.close(),
  };
}
