import type { TestApp, User } from '../support/app.ts';

/** A page as a browser gets it. */
export interface SeenPage {
  readonly status: number;
  readonly body: string;
  /** The target of a redirect. */
  readonly location: string;
}

/** A user with a browser without scripts, who opens pages and sends forms. */
export interface Visitor {
  open(path: string): Promise<SeenPage>;
  /** Sends a form of a page; a bytes value is sent as a file. */
  send(path: string, form: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Promise<SeenPage>;
}

export function visit({ url }: Pick<TestApp, 'url'>, user?: Pick<User, 'token'>): Visitor {
  const headers = { accept: 'text/html', origin: url, ...(user && { cookie: `session=${user.token}` }) };
  const fetchPage = async (path: string, init: RequestInit = {}): Promise<SeenPage> => {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', headers, ...init });
    return { status: response.status, body: await response.text(), location: response.headers.get('location') ?? '' };
  };
  return {
    open: (path) => fetchPage(path),
    send: (path, form) => fetchPage(path, { method: 'POST', body: buildForm(form) }),
  };
}

function buildForm(form: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): URLSearchParams | FormData {
  const parts = Object.entries(form);
  const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string');
  if (texts.length === parts.length) return new URLSearchParams(texts);
  const data = new FormData();
  for (const [name, value] of parts) data.append(name, typeof value === 'string' ? value : new Blob([value]));
  return data;
}
