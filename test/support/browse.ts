import type { TestApp, User } from './app.ts';

/** The response that a browser without script gets: a page, or the target of a form. */
export interface Shown {
  readonly status: number;
  readonly body: string;
  /** The target of a redirect. */
  readonly location: string | undefined;
  /** The session in the `Set-Cookie` header. */
  readonly session: string | undefined;
}

/** A browser that is signed in as a user, or not signed in. */
export interface Browsing {
  open(path: string): Promise<Shown>;
  /** Sends a form of the page at this path, with files as blobs. */
  send(path: string, form: Readonly<Record<string, string | readonly string[] | Blob>>): Promise<Shown>;
}

/** Browses the pages of this app with the session of `user`. */
export function browse({ url }: Pick<TestApp, 'url'>, user?: Pick<User, 'token'>): Browsing {
  const headers = { accept: 'text/html', origin: url, ...(user && { cookie: `session=${user.token}` }) };
  return {
    open: async (path) => readPage(await fetch(`${url}${path}`, { headers, redirect: 'manual' })),
    send: async (path, form) =>
      readPage(await fetch(`${url}${path}`, { method: 'POST', headers, redirect: 'manual', body: toFormData(form) })),
  };
}

function toFormData(form: Parameters<Browsing['send']>[1]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (value instanceof Blob) data.append(name, value, 'picture');
    else for (const one of [value].flat()) data.append(name, one);
  }
  return data;
}

async function readPage(response: Response): Promise<Shown> {
  const cookie = response.headers.get('set-cookie') ?? '';
  return {
    status: response.status,
    body: await response.text(),
    location: response.headers.get('location') ?? undefined,
    session: /^session=([^;]*)/.exec(cookie)?.[1],
  };
}
