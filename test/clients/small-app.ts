import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
// Written by `npm run check`, which compiles this file too.
import type { components, paths } from '../../build/cache/api-clients/openapi-fetch/schema.ts';

type Schemas = components['schemas'];
type Notification = Schemas['SocketNotificationData'];
type Resync = Schemas['SocketResyncData'];

/** How the app reaches the network; tests lose responses on the way. */
export type Fetch = (request: Request) => Promise<Response>;

/** What an app knows that must survive its end: who is logged in, and which frame it has seen last. */
export interface Memory {
  token?: string;
  lastSeq: number;
}

const maxAttempts = 4;

/** An error reply as an exception, with the sentence for the user. */
export class Rejection extends Error {
  readonly status: number;

  constructor({ status, reason }: Schemas['ErrorResponse']) {
    super(reason);
    this.status = status;
  }
}

/** Waits as long as the server asks. */
async function waitFor(response: Response): Promise<void> {
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/**
 * Sends a request until there is a response. A POST is made safe to repeat by its key: whether the first one was lost on
 * the way there or on the way back, it is done once.
 */
function createPatientFetch(fetchOnce: Fetch): Fetch {
  return async (request) => {
    if (request.method === 'POST') request.headers.set('idempotency-key', randomUUID());
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetchOnce(request.clone());
        const isBusy = response.status === 429 || response.status === 503;
        if (!isBusy || attempt === maxAttempts) return response;
        await waitFor(response);
      } catch (error) {
        if (attempt === maxAttempts) throw error;
      }
    }
  };
}

/** Gives the body of a success; throws the rejection. */
function unwrap<Body>({ data, error }: { data?: Body; error?: Schemas['ErrorResponse'] }): Body {
  if (error) throw new Rejection(error);
  // Without an error there is the body that the document promises.
  return data as Body;
}

/** A small app for one person on the server at `baseUrl`. */
export function createSmallApp(baseUrl: string, memory: Memory = { lastSeq: 0 }, fetchOnce: Fetch = fetch) {
  const client = createClient<paths>({ baseUrl, fetch: createPatientFetch(fetchOnce) });
  client.use({
    onRequest({ request }) {
      if (memory.token && !request.headers.has('authorization'))
        request.headers.set('authorization', `Bearer ${memory.token}`);
    },
  });

  return {
    memory,

    async register(username: string, password: string): Promise<Schemas['CreatedUserData']> {
      return unwrap(await client.POST('/api/v3/user/create', { body: { username, password } }));
    },

    async logIn(username: string, password: string): Promise<void> {
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const { token } = unwrap(await client.POST('/api/v3/auth/login', { headers: { authorization } }));
      memory.token = token;
    },

    async startChat(title: string, username: string): Promise<Schemas['FezData']> {
      const found = unwrap(
        await client.GET('/api/v3/users/find/{searchString}', { params: { path: { searchString: username } } }),
      );
      const content: Schemas['FezContentData'] = {
        ...{ fezType: 'closed', title, info: '', minCapacity: 0, maxCapacity: 0 },
        initialUsers: [found.userID],
      };
      return unwrap(await client.POST('/api/v3/fez/create', { body: content }));
    },

    async post(fezID: string, text: string): Promise<Schemas['FezPostData']> {
      const options = { params: { path: { fezID } }, body: { text, images: [] } };
      return unwrap(await client.POST('/api/v3/fez/{fezID}/post', options));
    },

    async read(fezID: string): Promise<readonly Schemas['FezPostData'][]> {
      const fez = unwrap(await client.GET('/api/v3/fez/{fezID}', { params: { path: { fezID } } }));
      return fez.members?.posts ?? [];
    },

    /** Listens until `isEnough`, beginning with what was missed; gives what came. */
    listen(isEnough: (frame: Notification) => boolean): Promise<readonly Notification[]> {
      const address = `${baseUrl.replace(/^http/, 'ws')}/api/v3/notification/socket?since=${memory.lastSeq}`;
      const socket = new WebSocket(address, ['bearer', memory.token ?? '']);
      const frames: Notification[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<readonly Notification[]>();
      socket.addEventListener('error', () => reject(new Error('the socket cannot be opened')));
      socket.addEventListener('message', ({ data }) => {
        const frame: Notification | Resync = JSON.parse(String(data));
        memory.lastSeq = frame.seq ?? memory.lastSeq;
        // Too much was missed: from here on all lists would be asked for again.
        if ('resync' in frame) return;
        frames.push(frame);
        if (isEnough(frame)) socket.close();
      });
      socket.addEventListener('close', () => resolve(frames));
      return promise;
    },
  };
}
