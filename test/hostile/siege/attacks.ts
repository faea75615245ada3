import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import {
  createGzippedSvg,
  createNestedOverlays,
  createSlowPng,
  createVastWebp,
} from '../../support/hostile-pictures.ts';
import { connectRaw, type RawConnection } from '../../support/raw.ts';
import { type Account, password } from './accounts.ts';
import { type Caller, createCaller, toBasic } from './caller.ts';
import { type Recording, replay, type Variant } from './recorded-link.ts';

/** Information that the attackers have. */
export interface Targets {
  readonly url: string;
  /** The attackers' own accounts, one each. */
  readonly accounts: readonly Account[];
  /** Passengers whose names the attackers know. */
  readonly usernames: readonly string[];
  /** An address that honest passengers use too. */
  readonly sharedAddress: string;
  readonly fezID: string;
  /** Ids of passengers that fake accounts report. */
  readonly victims: readonly string[];
  /** A network recording of what the paired machine sent. */
  readonly recordings: readonly Recording[];
}

/** An attacker with their own address and account. */
export interface Attacker {
  readonly address: string;
  readonly account: Account;
  readonly end: AbortSignal;
  /** Counts the outcome of an attempt. */
  note(outcome: string | number): void;
}

/** One attack, repeated until the end. */
interface Attack {
  /** How many attackers do this at once. */
  readonly lanes: number;
  readonly step: (targets: Targets, attacker: Attacker, caller: Caller) => Promise<void>;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const guessCode = (): string => Array.from(randomBytes(6), (byte) => letters[byte % letters.length]).join('');
const chooseAny = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** Keeps connections open until the end, then resets them. */
async function holdOpen(connections: readonly RawConnection[], { end }: Attacker, milliseconds: number): Promise<void> {
  await delay(milliseconds, undefined, { signal: end }).catch(() => {});
  for (const connection of connections) connection.reset();
}

const writeUpload = (bytes: Buffer): string => JSON.stringify({ image: bytes.toString('base64') });

// Written once: attackers have processors of their own, and shouldn't use those of the service more than necessary.
const pictureBombs: readonly (readonly [name: string, body: string])[] = [
  ['SVG as AVIF', writeUpload(createGzippedSvg())],
  ['vast WebP', writeUpload(createVastWebp())],
  ['slow PNG', writeUpload(createSlowPng())],
  ['nested overlays', writeUpload(await createNestedOverlays(4_000))],
];
const manyIDs = JSON.stringify({ initialUsers: Array.from({ length: 100_000 }, () => randomUUID()) });
const manyBrackets = `{"text":"x","images":${'['.repeat(60_000)}`;
const longProfile = JSON.stringify({ about: 'x'.repeat(20_000_000) });
const longPost = JSON.stringify({ text: 'x'.repeat(60_000), images: [] });

/** Sizes of the largest forms in bytes, without a login and with one. */
const formBytes = [16_000, 200_000] as const;
const [smallForm = '', largeForm = ''] = formBytes.map((bytes) => 'x[]=1&'.repeat(bytes / 6));
const makeRandomText = (): string =>
  Array.from({ length: 6 }, () => chooseAny([...letters])).join(chooseAny([' ', ' or ', ' -']));
/** Chooses the number of something that may exist. */
const chooseNumber = (): number => 1 + Math.floor(Math.random() * 50);
const variants: readonly Variant[] = ['verbatim', 'truncated', 'flipped'];

/** All attacks by name. test/hostile/README.md lists the defence against each. */
export const attacks: Readonly<Record<string, Attack>> = {
  'picture bombs': {
    lanes: 8,
    async step(_targets, { note }, caller) {
      const [name, body] = chooseAny(pictureBombs);
      note(`${name} sent`);
      const { status } = await caller.send('POST', '/user/image', { body });
      note(`${name} ${status}`);
    },
  },
  'half-sent bodies': {
    lanes: 30,
    async step({ url }, attacker) {
      const { address, account } = attacker;
      const raw = await connectRaw(url, address);
      raw.write(
        `POST /api/v3/user/image HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Length: 9000000\r\n\r\n{"image":"`,
      );
      raw.write(Buffer.alloc(70_000, 'A'));
      attacker.note('held open');
      await holdOpen([raw], attacker, 5000);
    },
  },
  'guessed registration codes': {
    lanes: 4,
    async step(_targets, { note }, caller) {
      const body = { username: `guess-${randomUUID().slice(0, 8)}`, password: 'guessing', verification: guessCode() };
      note((await caller.send('POST', '/user/create', { body })).status);
      note((await caller.send('POST', '/user/verify', { body: { verification: guessCode() } })).status);
    },
  },
  'guessed passwords': {
    lanes: 8,
    async step({ usernames }, { note }, caller) {
      const headers = toBasic(chooseAny(usernames), randomUUID());
      note((await caller.send('POST', '/auth/login', { headers })).status);
    },
  },
  'logins of unknown names': {
    lanes: 32,
    async step({ url, sharedAddress }, { note, address }) {
      const caller = createCaller(url, Math.random() < 0.3 ? sharedAddress : address, { connections: 1 });
      const { status } = await caller.send('POST', '/auth/login', { headers: toBasic(randomUUID(), 'whatever') });
      caller.close();
      note(status);
    },
  },
  'giant JSON': {
    lanes: 4,
    async step({ fezID }, { note }, caller) {
      const bodies: readonly [string, string][] = [
        ['/fez/create', manyIDs],
        [`/fez/${fezID}/post`, manyBrackets],
        ['/user/profile', longProfile],
        [`/fez/${fezID}/post`, longPost],
      ];
      const [path, body] = chooseAny(bodies);
      note((await caller.send('POST', path, { body })).status);
    },
  },
  'reconnects from the beginning': {
    lanes: 8,
    async step({ url }, { note, account, address, end }) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/notification/socket?since=0`, {
        headers: { authorization: `Bearer ${account.token}` },
        localAddress: address,
      });
      const outcome = await new Promise<string>((resolve) => {
        socket.once('open', () => resolve('opened'));
        socket.once('error', (error) => resolve(error.message));
      });
      note(outcome);
      await delay(20, undefined, { signal: end }).catch(() => {});
      socket.terminate();
    },
  },
  'idempotency keys': {
    lanes: 8,
    async step({ fezID }, { note }, caller) {
      const headers = { 'idempotency-key': randomUUID() };
      const path = chooseAny([`/fez/${fezID}/mute`, `/fez/${fezID}/mute/remove`, `/fez/${fezID}/markRead`]);
      note((await caller.send('POST', path, { headers })).status);
    },
  },
  'idle connections': {
    lanes: 20,
    async step({ url }, attacker) {
      const opened = await Promise.all(Array.from({ length: 25 }, () => connectRaw(url, attacker.address)));
      attacker.note('25 opened');
      await holdOpen(opened, attacker, 10_000);
    },
  },
  'costly questions': {
    lanes: 8,
    async step(_targets, { note, account }, caller) {
      const words = Array.from({ length: 12 }, () => letters[Math.floor(Math.random() * 26)]).join('%20or%20');
      const path = chooseAny([
        `/fez/joined?search=${words}&limit=200&members=true`,
        `/events?search=${'%22a*%20-'.repeat(20)}`,
        `/image/user/identicon/${randomUUID()}`,
        `/users/match/allnames/${chooseAny([...letters])}${chooseAny([...letters])}`,
        `/users/${account.userID}/profile`,
        '/client/health',
        `/fez/open?start=${'9'.repeat(3000)}`,
      ]);
      note((await caller.send('GET', path)).status);
    },
  },
  'forms of many fields': {
    lanes: 8,
    async step({ url }, { note, account }, caller) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
      const open = await caller.send('POST', '/sign-in', { isPage: true, headers, body: smallForm });
      note(`without a login ${open.status}`);
      const own = { ...headers, cookie: `session=${account.token}` };
      const closed = await caller.send('POST', '/chats/new', { isPage: true, headers: own, body: largeForm });
      note(`with a login ${closed.status}`);
    },
  },
  'deep pages and costly searches': {
    lanes: 20,
    async step(_targets, { note }, caller) {
      const start = chooseAny([0, 1_000, 100_000, 290_000, 2_000_000_000]);
      const search = encodeURIComponent(makeRandomText());
      const path = chooseAny([
        `/forum/post/search?start=${start}`,
        `/forum/post/search?search=${search}&byself=true&start=${start}`,
        `/forum/post/search?mentionname=${chooseAny([...letters])}&hashtag=${chooseAny([...letters])}`,
        `/forum/search?searchposts=${search}`,
        `/microblog?search=${search}&start=${start}`,
        `/fez/joined?search=${search}&members=true&limit=200`,
        `/karaoke?search=${search}&start=${start}`,
        `/user/incidents?start=${start}`,
        chooseAny(['/events/changes', '/user/appointments', '/admin/schedule/checks']),
      ]);
      note((await caller.send('GET', path)).status);
    },
  },
  'small changes over and over': {
    lanes: 8,
    async step(_targets, { note }, caller) {
      const title = makeRandomText();
      const calls: readonly (readonly [path: string, body?: object])[] = [
        ['/karaoke/queue', { title }],
        ['/karaoke/queue/remove'],
        ['/karaoke/queue/next', { calledID: 0 }],
        [`/karaoke/queue/${chooseNumber()}/skip`],
        [`/notification/announcement/${chooseNumber()}/seen`],
        [`/fez/post/${chooseNumber()}/${chooseAny(['like', 'unreact'])}`],
        [`/fez/post/${chooseNumber()}/report`, { message: title }],
        [`/events/${randomUUID()}/${chooseAny(['seat', 'seat/remove'])}`],
        [`/forum/${randomUUID()}/watch`],
        [`/mod/forum/${randomUUID()}/slowmode/60`],
        ['/incidents', { what: title }],
      ];
      const [path, body] = chooseAny(calls);
      note((await caller.send('POST', path, { body })).status);
    },
  },
  'schedules of passengers': {
    lanes: 2,
    async step(_targets, { note }, caller) {
      note((await caller.send('POST', '/admin/schedule/update', { body: { schedule: 'BEGIN:VCALENDAR' } })).status);
      note((await caller.send('POST', '/admin/schedule/update/apply')).status);
    },
  },
  'sock puppets': {
    lanes: 2,
    async step({ victims }, { note }, caller) {
      const username = `puppet-${randomUUID().slice(0, 13)}`;
      const created = await caller.send('POST', '/user/create', { body: { username, password } });
      note(`created ${created.status}`);
      const login = await caller.send('POST', '/auth/login', { headers: toBasic(username, password) });
      if (login.status !== 200) return note(`login ${login.status}`);
      const headers = { authorization: `Bearer ${JSON.parse(login.body).token}` };
      for (const userID of victims) {
        const body = { message: 'offensive' };
        note(`report ${(await caller.send('POST', `/users/${userID}/report`, { headers, body })).status}`);
      }
    },
  },
  'guessed codes behind the address of passengers': {
    lanes: 2,
    async step({ url, sharedAddress }, { note }) {
      const caller = createCaller(url, sharedAddress, { connections: 1 });
      const body = { username: `guess-${randomUUID().slice(0, 8)}`, password: 'guessing', verification: guessCode() };
      note((await caller.send('POST', '/user/create', { body })).status);
      caller.close();
    },
  },
  'recorded traffic of the spare': {
    lanes: 8,
    async step({ url, recordings }, { note }) {
      const from = `127.0.2.${1 + Math.floor(Math.random() * 250)}`;
      const variant = chooseAny(variants);
      note(`${variant} ${await replay(url, from, chooseAny(recordings), variant)}`);
    },
  },
};
