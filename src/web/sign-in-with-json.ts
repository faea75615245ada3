import * as v from 'valibot';
import { malformed } from '#contract/errors.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { findDialect } from '#http/dialects/edge.ts';
import { parseJson } from '#http/json-body.ts';
import { parse } from '#http/parse-request.ts';
import { type Incoming, readClientAddress } from '#http/ports.ts';
import { identifySender } from '#http/rate-limits.ts';
import { buildJsonResponse, readResponseOptions } from '#http/response.ts';
import { beginSession } from './session.ts';
import { isSecure, type Web } from './web.ts';

/** The path where apps sign in for their web views. A dialect can give it another path. */
export const signInPath = '/sign-in/json';

const maxBytes = 4096;
const text = v.pipe(v.string(), v.maxLength(200));
const Login = v.object({ username: text, password: text });

/** Signs in by name and password as JSON, and responds with a browser's session cookie (decision 92). */
export async function signInWithJson(incoming: Incoming, web: Web): Promise<Response> {
  const node = incoming.env.incoming;
  // A form on another site can send JSON, but not with this content type.
  if (!/^application\/json\b/i.test(node.headers['content-type'] ?? ''))
    throw malformed('The content type must be application/json.');
  const address = readClientAddress(node, web.ports.trustedProxies);
  const login = await readLogin(incoming, web, address);
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const { userID, token } = await web.endpoints.ask(accountsApi.login, { authorization, address });
  const name = findDialect(node)?.file.signIn?.cookie;
  const headers = { 'set-cookie': beginSession(token, isSecure(node, web), name) };
  return buildJsonResponse(JSON.stringify({ userID }), 200, readResponseOptions(node), headers);
}

const readLogin = (incoming: Incoming, { ports }: Web, address: string) =>
  ports.bodies.use(
    incoming.env.incoming,
    {
      bytes: maxBytes,
      values: maxBytes,
      longAbove: maxBytes,
      assertMayBeLong: () => {},
      assertStillAllowed: () => {},
      sender: identifySender(undefined, address),
    },
    async (body) => parse(Login, parseJson(body)),
  );
