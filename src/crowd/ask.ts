import { Agent, request as requestPlainly } from 'node:http';
import { request as requestSecurely, Agent as SecureAgent } from 'node:https';

/** A service that is called over keep-alive connections. */
export interface Server {
  readonly url: string;
  readonly agent: Agent;
  readonly request: typeof requestPlainly;
}

/** Opens no connection yet. Certificates aren't checked: the address may differ from the sailing's name. */
export function openServer(url: string): Server {
  const options = { keepAlive: true, maxSockets: 1024 } as const;
  if (!url.startsWith('https:')) return { url, agent: new Agent(options), request: requestPlainly };
  return { url, agent: new SecureAgent({ ...options, rejectUnauthorized: false }), request: requestSecurely };
}

/** The response to a call. */
export interface Answer {
  readonly status: number;
  /** Seconds after which a rejected call may be repeated; 0 if the server doesn't say. */
  readonly retryAfter: number;
}

/** Makes a call as this person; resolves once the whole response has arrived. */
export function ask(
  { url, agent, request }: Server,
  path: string,
  method: string,
  authorization: string,
  body: object | undefined,
): Promise<Answer> {
  const headers = { authorization, 'accept-encoding': 'gzip', ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v3${path}`, { method, agent, headers }, (response) => {
      response.on('error', reject);
      const retryAfter = Number(response.headers['retry-after'] ?? 0);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfter }));
      response.resume();
    });
    sending.on('error', reject);
    sending.end(body && JSON.stringify(body));
  });
}
