import { WebSocket } from 'ws';
import { type Account, bearerHeader, expectSuccess, runEach } from './api.ts';
import { median } from './load.ts';

/** Creates a group with all these accounts; returns its id. */
export async function createGroup(url: string, accounts: readonly Account[]): Promise<string> {
  const [owner, ...others] = accounts;
  if (!owner) throw new Error('a group needs an owner');
  const body = JSON.stringify({
    fezType: 'gaming',
    title: 'Everybody',
    info: 'A chat to be measured',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: others.map(({ userID }) => userID),
  });
  const response = await expectSuccess(`${url}/api/v3/fez/create`, {
    method: 'POST',
    headers: { authorization: bearerHeader(owner) },
    body,
  });
  // Trusted: our own service sent this FezData.
  const { fezID } = (await response.json()) as { fezID: string };
  return fezID;
}

/** Posts a message to a group. */
export async function post(url: string, fezID: string, account: Account, text: string): Promise<void> {
  const response = await expectSuccess(`${url}/api/v3/fez/${fezID}/post`, {
    method: 'POST',
    headers: { authorization: bearerHeader(account) },
    body: JSON.stringify({ text, images: [] }),
  });
  await response.arrayBuffer();
}

async function openSocket(url: string, path: string, account: Account): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers: { authorization: bearerHeader(account) },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

const messages = 40;

/**
 * Returns the milliseconds from sending a message until the last member receives it on their socket; the median of many
 * messages.
 */
export async function measureLastReached(url: string, fezID: string, accounts: readonly Account[]): Promise<number> {
  const [author] = accounts;
  if (!author) throw new Error('a message needs an author');
  const sockets = await runEach(accounts, 20, (account) => openSocket(url, `/api/v3/fez/${fezID}/socket`, account));
  const times: number[] = [];
  for (let message = 0; message < messages; message += 1) {
    const received = sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve)));
    const started = performance.now();
    await Promise.all([post(url, fezID, author, `message ${message}`), ...received]);
    times.push(performance.now() - started);
  }
  for (const socket of sockets) socket.terminate();
  return median(times);
}

/** Opens `count` notification sockets, runs `work`, and closes them again. */
export async function withIdleSockets(
  url: string,
  accounts: readonly Account[],
  count: number,
  work: () => void,
): Promise<void> {
  const owners = Array.from({ length: count }, (_, index) => accounts[index % accounts.length] as Account);
  const sockets = await runEach(owners, 50, (account) => openSocket(url, '/api/v3/notification/socket', account));
  work();
  for (const socket of sockets) socket.terminate();
}
