import createClient from 'openapi-fetch';
import { eachPage, eachPageBefore, type Fetch, follow, send } from '../../assets/authors/helper.ts';
// `npm run check` generates this, and compiles this file too.
import type { components, paths } from '../../build/cache/api-clients/openapi-fetch/schema.ts';

type Schemas = components['schemas'];
type Notification = Schemas['SocketNotificationData'];

/** The state that an app must keep across restarts: the login, and the number of the last frame. */
export interface Memory {
  token?: string;
  lastSeq: number;
}

/** An error response as an exception, with the sentence for the user. */
export class Rejection extends Error {
  readonly status: number;

  constructor({ status, reason }: Schemas['ErrorResponse']) {
    super(reason);
    this.status = status;
  }
}

/** Returns the body of a success; throws the rejection. */
function getBodyOrThrow<Body>({ data, error }: { data?: Body; error?: Schemas['ErrorResponse'] }): Body {
  if (error) throw new Rejection(error);
  // If there is no error, there is the body that the document declares.
  return data as Body;
}

/** A small app for one person on the server at `baseUrl`. */
export function createSmallApp(baseUrl: string, memory: Memory = { lastSeq: 0 }, fetchOnce: Fetch = fetch) {
  const client = createClient<paths>({ baseUrl, fetch: (request) => send(request, fetchOnce) });
  client.use({
    onRequest({ request }) {
      if (memory.token && !request.headers.has('authorization'))
        request.headers.set('authorization', `Bearer ${memory.token}`);
    },
  });

  return {
    memory,

    async register(username: string, password: string): Promise<Schemas['CreatedUserData']> {
      return getBodyOrThrow(await client.POST('/api/v3/user/create', { body: { username, password } }));
    },

    async logIn(username: string, password: string): Promise<void> {
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      const { token } = getBodyOrThrow(await client.POST('/api/v3/auth/login', { headers: { authorization } }));
      memory.token = token;
    },

    async startChat(title: string, username: string): Promise<Schemas['FezData']> {
      const found = getBodyOrThrow(
        await client.GET('/api/v3/users/find/{searchString}', { params: { path: { searchString: username } } }),
      );
      const content: Schemas['FezContentData'] = {
        ...{ fezType: 'closed', title, info: '', minCapacity: 0, maxCapacity: 0 },
        initialUsers: [found.userID],
      };
      return getBodyOrThrow(await client.POST('/api/v3/fez/create', { body: content }));
    },

    async post(fezID: string, text: string): Promise<Schemas['FezPostData']> {
      const options = { params: { path: { fezID } }, body: { text, images: [] } };
      return getBodyOrThrow(await client.POST('/api/v3/fez/{fezID}/post', options));
    },

    async read(fezID: string): Promise<readonly Schemas['FezPostData'][]> {
      const fez = getBodyOrThrow(await client.GET('/api/v3/fez/{fezID}', { params: { path: { fezID } } }));
      return fez.members?.posts ?? [];
    },

    /** Lists every post of a chat, the oldest first. */
    async readAll(fezID: string, limit: number): Promise<readonly Schemas['FezPostData'][]> {
      const read = async (query: { start: number; limit: number }) =>
        getBodyOrThrow(await client.GET('/api/v3/fez/{fezID}', { params: { path: { fezID }, query } }));
      const posts: Schemas['FezPostData'][] = [];
      for await (const { members } of eachPage(read, limit)) posts.push(...(members?.posts ?? []));
      return posts;
    },

    /** Lists every post of the microblog, the newest first. */
    async readMicroblog(limit: number): Promise<readonly Schemas['FeedPostData'][]> {
      const read = async (query: { before?: number; limit: number }) =>
        getBodyOrThrow(await client.GET('/api/v3/microblog', { params: { query } }));
      const posts: Schemas['FeedPostData'][] = [];
      for await (const page of eachPageBefore(read, limit)) posts.push(...page);
      return posts;
    },

    /** Reads every page of a list whose items this app doesn't interpret, such as `/api/v3/boardgames`. */
    async readPages(path: string, limit: number): Promise<readonly object[]> {
      const headers = { authorization: `Bearer ${memory.token}` };
      const load = async (query: { start: number; limit: number }) => {
        const address = new URL(path, baseUrl);
        for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
        const response = await send(new Request(address, { headers }), fetchOnce);
        return (await response.json()) as object[];
      };
      const pages: object[] = [];
      for await (const page of eachPage(load, limit)) pages.push(page);
      return pages;
    },

    /** Listens until `isEnough`, starting with the missed frames; returns the received frames. */
    listen(isEnough: (frame: Notification) => boolean): Promise<readonly Notification[]> {
      const frames: Notification[] = [];
      const { promise, resolve, reject } = Promise.withResolvers<readonly Notification[]>();
      const stop = follow<Notification>({
        address: `${baseUrl.replace(/^http/, 'ws')}/api/v3/notification/socket`,
        token: memory.token ?? '',
        since: memory.lastSeq,
        onFrame(frame) {
          memory.lastSeq = frame.seq ?? memory.lastSeq;
          frames.push(frame);
          if (!isEnough(frame)) return;
          stop();
          resolve(frames);
        },
        // A real app would fetch all lists again at this point.
        onResync(seq) {
          memory.lastSeq = seq;
        },
        isTokenGood: async () => (await client.GET('/api/v3/user/whoami')).response.status !== 401,
        onEnd: () => reject(new Error('the login has ended')),
      });
      return promise;
    },
  };
}
