import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '../support/app.ts';
import { type Frame, openSocket } from '../support/socket.ts';
import { getResponseText, type KnownValues, runEveryGet, type SweepCall } from '../support/sweep.ts';
import type { ContentPiece, ContentVisibility, Scene, SeenKind } from './kind.ts';
import { getClient, type Reader, type Readers } from './readers.ts';

/** All marks begin with this, so that one search finds all of them. */
const markPrefix = 'zq';

/** A piece of content, and the word that only it contains. */
export interface MarkedContent {
  readonly kind: SeenKind;
  readonly mark: string;
  readonly piece: ContentPiece;
}

/** Makes one piece of content of each kind. */
export async function makeMarkedContent(
  scene: Scene,
  kinds: readonly SeenKind[],
  series: string,
): Promise<MarkedContent[]> {
  const exhibits: MarkedContent[] = [];
  for (const kind of kinds) {
    const mark = `${markPrefix}${kind.word.replaceAll(/[^a-z]/gi, '').toLowerCase()}${series}`;
    exhibits.push({ kind, mark, piece: await kind.make(scene, mark) });
  }
  return exhibits;
}

/** Lists the calls that lead to this content, and to everyone mentioned in it. */
export function listCalls({ readers }: Scene, exhibits: readonly MarkedContent[]): SweepCall[] {
  const known = exhibits.map(({ piece }) => piece.known);
  const words = {
    text: [markPrefix],
    searchposts: [markPrefix],
    mentionid: [readers.insider.userID],
    username: [ownNamePlaceholder],
  };
  return runEveryGet(mergeKnownValues([...known, words]), [markPrefix], 'everybody').filter(
    ({ option }) => !option?.endsWith('=false'),
  );
}

/** A placeholder in paths for the caller's own username. */
const ownNamePlaceholder = '{me}';

function mergeKnownValues(all: readonly KnownValues[]): KnownValues {
  const merged: Record<string, readonly string[]> = {};
  for (const known of all) {
    for (const [name, values] of Object.entries(known)) merged[name] = [...(merged[name] ?? []).concat(values)];
  }
  return Object.fromEntries(Object.entries(merged).map(([name, values]) => [name, [...new Set(values)]]));
}

/** A reader, with their current login. */
export interface AppWithReaders {
  readonly app: TestApp;
  readonly readers: Readers;
}

/** Makes a call as a reader; returns the response as text. */
export async function getResponseFor(
  { app, readers }: AppWithReaders,
  reader: Reader,
  call: SweepCall,
): Promise<string> {
  const name = reader === 'anonymous' ? 'anonymous' : readers[reader].username;
  const path = call.path.replace(encodeURIComponent(ownNamePlaceholder), name);
  const headers = { 'x-client-user': readers.insider.userID };
  return getResponseText(await getClient(app, readers, reader).send(call.method, path, { query: call.query, headers }));
}

/** Returns which parts of a piece are visible in a response or frame. */
export function findVisibility(said: string, { mark, piece }: MarkedContent): ContentVisibility {
  if ([mark, ...(piece.pictures ?? [])].some((word) => said.includes(word))) return 'shown';
  return piece.trace.test(said) ? 'notice' : 'hidden';
}

/** Collects the notifications of a reader who was away from the beginning, or from the moment when this resolves. */
export async function listen({ app, readers }: AppWithReaders, reader: Exclude<Reader, 'anonymous'>, query = '') {
  const socket = await openSocket(app.url, `/api/v3/notification/socket${query}`, readers[reader].token);
  return {
    async heard(): Promise<readonly Frame[]> {
      await socket.ping();
      // The server sends these frames before it answers a later ping.
      await pause(0);
      return socket.frames;
    },
    close: () => socket.close(),
  };
}
