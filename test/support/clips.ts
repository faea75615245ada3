import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import type { MicroKaraokeOfferPacket } from '#features/micro-karaoke/records.ts';
import type { TestApp, User } from './app.ts';
import type { CallOptions, Client, Wire } from './client.ts';
import { makeMovie } from './movies.ts';

export interface SongInput {
  readonly slots?: number;
  readonly fillers?: readonly number[];
  readonly allowAdds?: boolean;
  /** Fields of the song's description file that differ from the defaults. */
  readonly info?: Readonly<Record<string, unknown>>;
}

/** Writes the folder of a song below another folder. */
export function writeSong(folder: string, name: string, input: SongInput = {}): void {
  const { slots = 6, fillers = [], allowAdds = true, info = {} } = input;
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const durations = Array.from({ length: slots }, (_, slot) => 5 + slot / 10);
  const described = {
    songname: name,
    artist: `Artist of ${name}`,
    totalSnippets: slots,
    bpm: 120,
    allowAdds,
    durations,
  };
  writeFileSync(join(place, 'songinfo.json'), JSON.stringify({ ...described, ...info }));
  writeFileSync(join(place, 'karaokeAudio.mp3'), 'all of the music');
  for (let slot = 0; slot < slots; slot += 1) {
    const files: Record<string, string> = { 'lyric.txt': `Words of ${slot}\n`, 'listen.mp3': 'l', 'record.mp3': 'r' };
    const filler = {
      'fill.mp3': 'f',
      'fillVideoPortrait.mp4': `tall ${slot}`,
      'fillVideoLandscape.mp4': `wide ${slot}`,
    };
    mkdirSync(join(place, String(slot)), { recursive: true });
    for (const [file, text] of Object.entries({ ...files, ...(fillers.includes(slot) ? filler : {}) }))
      writeFileSync(join(place, String(slot), file), text);
  }
}

/** The folder with an instance's songs. */
export const getSongs = ({ context }: TestApp): string => join(context.config.folders.data, 'microkaraoke');

/** Adds a song that people can sing; the service finds it at once. */
export function addSong(app: TestApp, name: string, input: SongInput = {}): void {
  writeSong(getSongs(app), name, input);
  app.clock.advance({ seconds: 2 });
}

/** An offer as clients receive it. */
export type Offer = Wire<MicroKaraokeOfferPacket>;

export const getOffer = (user: Client): Promise<Offer> => user.get(microKaraokeApi.offer);

/** Uploads a recording; a short one by default. */
export const uploadRecording = (
  user: Client,
  offerID: string,
  video: Buffer = makeMovie(),
  options: CallOptions = {},
) => user.call(microKaraokeApi.record, { ...options, body: { offerID, videoData: video.toString('base64') } });

/** Returns the path of an address, at which the running service has it. */
export const toPath = (url: string): string => new URL(url).pathname;

/** A complete song and its singers. */
export interface SungSong {
  readonly songID: number;
  readonly portraitMode: boolean;
  readonly clips: readonly { readonly user: User; readonly offer: Offer; readonly video: Buffer }[];
}

let singerCount = 0;

/** Creates a new user with an offer. */
export async function createSinger(app: TestApp): Promise<{ user: User; offer: Offer }> {
  singerCount += 1;
  const user = await app.newcomer(`someone${singerCount}`);
  return { user, offer: await getOffer(user) };
}

/** Lets new users sing an unstarted song, except for its last slots. */
export async function singSong(app: TestApp, { leaveOpen = 0 } = {}): Promise<SungSong> {
  // Offers of other tests have expired.
  app.clock.advance({ minutes: 31 });
  const moderator = await app.atLevel('moderator');
  const first = await createFirstSinger(app, moderator);
  const { songID, portraitMode } = first.offer;
  const { totalSnippetSlots } = await moderator.get(microKaraokeApi.songForModerators, { params: { songID } });
  // The first offer is one of these.
  const snippets = await moderator.get(microKaraokeApi.snippets, { params: { songID } });
  const singers = [first];
  const missing = totalSnippetSlots - snippets.length - leaveOpen;
  for (let index = 0; index < missing; index += 1) singers.push(await createSinger(app));
  const clips = singers.map(async ({ user, offer }, index) => {
    const video = makeMovie({ bytes: 600_000 + index * 1000 });
    await uploadClip(user, offer, video);
    return { user, offer, video };
  });
  return { songID, portraitMode, clips: await Promise.all(clips) };
}

async function uploadClip(user: User, { offerID }: Offer, video?: Buffer): Promise<void> {
  const { status, reason } = await uploadRecording(user, offerID, video);
  if (status !== 200) throw new Error(`${user.username} cannot sing: ${status} ${reason}`);
}

/** Completes all partly sung songs, and returns the first singer of another song. */
async function createFirstSinger(app: TestApp, moderator: User): Promise<{ user: User; offer: Offer }> {
  for (;;) {
    const singer = await createSinger(app);
    const { songID } = singer.offer;
    const snippets = await moderator.get(microKaraokeApi.snippets, { params: { songID } });
    if (!snippets.some(({ user, videoURL }) => videoURL !== undefined && user.username !== 'MicroKaraoke'))
      return singer;
    await uploadClip(singer.user, singer.offer);
  }
}
