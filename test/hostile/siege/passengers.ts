import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Account, password } from './accounts.ts';
import { type Answer, createCaller, toBasic } from './caller.ts';

/** The passengers' measurements of the service. */
export interface Experience {
  /** Every call that succeeded, with its kind. */
  readonly calls: { readonly kind: string; readonly milliseconds: number }[];
  /** Calls that failed unexpectedly, one line each. */
  readonly failures: string[];
  /** Polls that were rejected for overload; their clients poll again (core rule 130). */
  rejectedPolls: number;
  /** Sockets that the service closed unexpectedly. */
  brokenSockets: number;
}

/** A small picture of one colour, as a client sends it. */
export type Picture = string;

/** A passenger, their address, and their chat. */
export interface Passenger {
  readonly account: Account;
  readonly address: string;
  readonly fezID: string;
}

const meanPauseMilliseconds = 1000;

/** Polls, chats, posts, and sometimes sends a picture or mistypes a password, about once a second until the end. */
export async function actAsPassenger(
  url: string,
  { account, address, fezID }: Passenger,
  { picture, experience, end }: { picture: Picture; experience: Experience; end: AbortSignal },
): Promise<void> {
  const caller = createCaller(url, address, { token: account.token, connections: 2 });
  const socket = listen(url, address, account, experience, end);
  const poll = { kind: 'poll', share: 60, expected: [200], act: () => caller.send('GET', '/notification/global') };
  const actions: readonly { kind: string; share: number; expected: readonly number[]; act: () => Promise<Answer> }[] = [
    poll,
    { kind: 'chats', share: 14, expected: [200], act: () => caller.send('GET', '/fez/joined?limit=20') },
    { kind: 'chat', share: 12, expected: [200], act: () => caller.send('GET', `/fez/${fezID}?limit=50`) },
    { kind: 'list', share: 4, expected: [200], act: () => caller.send('GET', chooseByShare(lists).path) },
    {
      kind: 'message',
      share: 9,
      expected: [200],
      act: () => caller.send('POST', `/fez/${fezID}/post`, { body: helloPost }),
    },
    {
      kind: 'picture',
      share: 2,
      expected: [200],
      act: () => caller.send('POST', '/user/image', { body: describePicture(picture) }),
    },
    {
      kind: 'login',
      share: 2,
      expected: [200],
      act: () => caller.send('POST', '/auth/login', { headers: toBasic(account.username, password) }),
    },
    // Passengers who mistype get an error, or have to wait.
    {
      kind: 'mistyped password',
      share: 1,
      expected: [401, 429],
      act: () => caller.send('POST', '/auth/login', { headers: toBasic(account.username, 'wrong') }),
    },
  ];
  while (!end.aborted) {
    await delay(Math.random() * 2 * meanPauseMilliseconds, undefined, { signal: end }).catch(() => {});
    if (end.aborted) break;
    const action = chooseByShare(actions);
    const { kind, expected, act } = action;
    const answer = await act().catch((error: unknown): Answer => ({ status: 0, body: String(error), milliseconds: 0 }));
    if (expected.includes(answer.status)) experience.calls.push({ kind, milliseconds: answer.milliseconds });
    else if (action === poll && answer.status === 503) experience.rejectedPolls += 1;
    else experience.failures.push(`${answer.status} instead of ${expected}: ${answer.body.slice(0, 200)}`);
  }
  socket.terminate();
  caller.close();
}

const helloPost = { text: 'hello everybody', images: [] };
const describePicture = (image: Picture) => ({ image, description: 'The sea at noon' });

/** Lists that passengers look at now and then. */
const lists = [
  '/events/changes',
  '/user/appointments',
  '/user/incidents',
  '/forum/watched',
  '/karaoke/queue',
  '/notification/announcements?mustsee=true',
].map((path) => ({ share: 1, path }));

function chooseByShare<Action extends { share: number }>(actions: readonly Action[]): Action {
  let left = Math.random() * actions.reduce((sum, { share }) => sum + share, 0);
  for (const action of actions) {
    left -= action.share;
    if (left < 0) return action;
  }
  throw new Error('there are no actions');
}

function listen(url: string, address: string, { token }: Account, experience: Experience, end: AbortSignal): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/notification/socket`, {
    headers: { authorization: `Bearer ${token}` },
    localAddress: address,
  });
  const broken = () => {
    if (!end.aborted) experience.brokenSockets += 1;
  };
  socket.once('close', broken);
  socket.on('error', () => {});
  return socket;
}
