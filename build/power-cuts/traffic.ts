import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { Random } from '#crowd/random.ts';
import { type ClientsByName, findWriters, readAll, writeUntilKilled } from '../../test/durability/kill-round.ts';
import type { Sailor } from '../../test/durability/soak/world.ts';
import type { Client, Reply } from '../../test/support/client.ts';
import { makeMovie } from '../../test/support/movies.ts';
import { createPicture } from '../../test/support/pictures.ts';
import type { Ledger, Value } from './ledger.ts';
import { hashText, mayPost } from './people.ts';

// biome-ignore lint/suspicious/noExplicitAny: the content of a response depends on the call
type Response = Reply<any>;
type ShouldContinue = () => boolean;

/** The threads in which people post, by name. */
export type Threads = ReadonlyMap<string, string>;

/** Starts a thread for each poster. */
export async function startThreads(clients: ClientsByName): Promise<Threads> {
  const threads = new Map<string, string>();
  for (const [name, client] of clients) {
    if (!mayPost({ name })) continue;
    const categories: Response = await client.send('GET', '/api/v3/forum/categories');
    const general = categories.body.find(({ title }: { title: string }) => title === 'General');
    const body = { title: `Thread of ${name}`, firstPost: { text: 'Beginning', images: [] } };
    const path = `/api/v3/forum/categories/${general.categoryID}/create`;
    const started: Response = await client.send('POST', path, { body });
    assert.equal(started.status, 200, started.reason);
    threads.set(name, started.body.forumID);
  }
  return threads;
}

/** Everything that writes to the ledger. */
export interface Traffic {
  readonly clients: ClientsByName;
  readonly singers: readonly Sailor[];
  readonly threads: Threads;
  readonly ledger: Ledger;
  readonly random: Random;
}

/** Lets everyone write until `goesOn` ends it: notes, favorites, accounts, posts with pictures, avatars and clips. */
export async function writeEverything(traffic: Traffic, goesOn: ShouldContinue): Promise<void> {
  const { clients, ledger, threads } = traffic;
  const writers = await findWriters(clients);
  const posters = [...clients].filter(([name]) => threads.has(name));
  await Promise.all([
    ...writers.map((writer) => writeUntilKilled(writer, ledger, goesOn)),
    ...posters.map(([name, client]) => ignoreBrokenConnection(postPictures(traffic, name, client, goesOn))),
    ...posters.map(([name, client]) => ignoreBrokenConnection(changeAvatars(traffic, name, client, goesOn))),
    ...traffic.singers.map((singer) => ignoreBrokenConnection(uploadClips(traffic, singer, goesOn))),
  ]);
}

/** On a busy machine an idle connection may be closed; its user stops writing. */
export async function ignoreBrokenConnection(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
  }
}

let pictures = 0;

/** No two pictures are the same. */
function drawRandomPicture(random: Random): Promise<Buffer> {
  pictures += 1;
  const colour = `#${(pictures * 2_654_435 + 1).toString(16).padStart(6, '0').slice(-6)}`;
  return createPicture({ width: 200 + random.below(1000), height: 200 + random.below(800), colour });
}

const createImageBody = async (random: Random) => ({ image: (await drawRandomPicture(random)).toString('base64') });

async function postPictures(
  { ledger, threads, random }: Traffic,
  name: string,
  client: Client,
  goesOn: ShouldContinue,
) {
  const path = `/api/v3/forum/${threads.get(name)}/create`;
  while (goesOn()) {
    const text = `Post ${random.uuid()}`;
    const body = { text, images: [await createImageBody(random), await createImageBody(random)] };
    const place = `post ${name} ${text}`;
    await ledger.writeAll(
      [place],
      (): Promise<Response> => client.send('POST', path, { body }),
      async (answer) => {
        const images: readonly string[] = answer.body.images;
        const digests = await Promise.all(images.map((image) => readPicture(client, image)));
        return new Map([
          [place, images.join()],
          ...images.map((image, index) => [getPictureKey(image), digests[index]] as const),
        ]);
      },
    );
  }
}

const getPictureKey = (filename: string): string => `picture ${filename}`;

async function readPicture(client: Client, filename: string): Promise<Value> {
  const { status, bytes } = await client.send('GET', `/api/v3/image/full/${filename}`);
  return status === 200 ? hashText(bytes) : undefined;
}

/** The previous picture is deleted with the response to the change. */
async function changeAvatars(
  { ledger, random }: Traffic,
  name: string,
  client: Client,
  goesOn: ShouldContinue,
): Promise<void> {
  const place = `avatar ${name}`;
  let before = await readAvatar(client);
  while (goesOn()) {
    const isRemoved = before !== undefined && random.onceIn(4);
    const body = isRemoved ? undefined : await createImageBody(random);
    const path = `/api/v3/user/image${isRemoved ? '/remove' : ''}`;
    const previous = before === undefined ? [] : [getPictureKey(before)];
    await ledger.writeAll(
      [place, ...previous],
      (): Promise<Response> => client.send('POST', path, { body }),
      async ({ body }) => {
        before = isRemoved ? undefined : body.userImage;
        const gone = previous.map((place): [string, Value] => [place, undefined]);
        const added: [string, Value][] =
          before === undefined ? [] : [[getPictureKey(before), await readPicture(client, before)]];
        return new Map<string, Value>([[place, before], ...gone, ...added]);
      },
    );
  }
}

async function readAvatar(client: Client): Promise<Value> {
  const { body }: Response = await client.send('GET', '/api/v3/user/profile');
  return body.header.userImage || undefined;
}

/** Uploads clips until there is nothing left to sing. */
async function uploadClips(
  { ledger, random }: Traffic,
  { name, client }: Sailor,
  goesOn: ShouldContinue,
): Promise<void> {
  while (goesOn()) {
    const offer: Response = await client.send('POST', '/api/v3/karaoke/mk/offer');
    if (offer.status !== 200) return;
    const video = makeMovie({ bytes: 510_000 + random.below(200_000) });
    const body = { offerID: offer.body.offerID, videoData: video.toString('base64') };
    await ledger.write(`clip ${name} ${offer.body.offerID.toLowerCase()}`, hashText(video), () =>
      client.send('POST', '/api/v3/karaoke/mk/recording', { body }),
    );
  }
}

/** Reads the stored values of the ledger's keys, and perhaps others. */
export async function readEverything(
  clients: ClientsByName,
  threads: Threads,
  ledger: Ledger,
): Promise<Map<string, string>> {
  const places = ledger.places();
  const stored = await readAll(clients, places);
  const note = (place: string, value: Value) => void (value !== undefined && stored.set(place, value));
  const [anyone] = clients.values();
  assert.ok(anyone);
  for (const [name, forumID] of threads) {
    const client = clients.get(name) ?? anyone;
    note(`avatar ${name}`, await readAvatar(client));
    for (const [text, images] of await readThread(client, forumID)) note(`post ${name} ${text}`, images);
  }
  note('karaoke', await readCatalogue(anyone));
  for (const place of places) note(place, await readPlace(anyone, place));
  return stored;
}

/** The pictures of each post, by the post's text. */
async function readThread(client: Client, forumID: string): Promise<[text: string, images: string][]> {
  const { body }: Response = await client.send('GET', `/api/v3/forum/${forumID}?start=0&limit=200`);
  return (body?.posts ?? []).map(({ text, images = [] }: { text: string; images?: string[] }) => [text, images.join()]);
}

/** Reads the value of a key that can be read by itself; undefined for other keys. */
async function readPlace(client: Client, place: string): Promise<Value> {
  const [kind, first = '', second] = place.split(' ');
  if (kind === 'file') return existsSync(first) ? 'there' : undefined;
  if (kind === 'picture') return readPicture(client, first);
  return kind === 'clip' ? readClip(client, `${second}.mp4`) : undefined;
}

/** Number of songs in a catalogue that is imported while people write. */
const songCount = 900;

/** A catalogue in which every song contains the number of its run. */
export const writeCatalogue = (run: number): string =>
  Array.from({ length: songCount }, (_, number) => `Artist ${number % 50}\tSong ${number} of run${run}`).join('\n');

/** Returns which catalogue is stored completely. */
async function readCatalogue(client: Client): Promise<Value> {
  for (const run of [1, 2]) {
    const { body }: Response = await client.send('GET', `/api/v3/karaoke?search=run${run}`);
    if (body.totalSongs > 0)
      return body.totalSongs === songCount ? `run ${run}` : `${body.totalSongs} songs of run ${run}`;
  }
  return undefined;
}

async function readClip(client: Client, filename: string): Promise<Value> {
  const { status, bytes } = await client.send('GET', `/api/v3/karaoke/mk/video/${filename}`);
  return status === 200 ? hashText(bytes) : undefined;
}
