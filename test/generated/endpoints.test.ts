import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { transact } from '#area/context.ts';
import { type Access, isAtLeast } from '#contract/access.ts';
import { listItems } from '#contract/bounds.ts';
import { listFeatures, listRouteVariants } from '#contract/endpoint.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { ErrorResponse } from '#contract/errors.ts';
import { changeSettings } from '#core/settings/index.ts';
import { setLevel } from '#core/users/index.ts';
import { startTestApp, type User } from '../support/app.ts';
import { type Client, createClient, type Reply } from '../support/client.ts';
import {
  type CallerKind,
  callers,
  type DeclaredEndpoint,
  declaredEndpoints,
  declaredVariants,
  describeParam,
  expectedOutcome,
  fillPath,
  isChecked,
  paramNames,
} from '../support/declared.ts';

/** Generated from the declarations: requirements for every endpoint, whatever it does. */
const app = await startTestApp({ showsBehaviour: false });
const forbiddenReason = "Your account can't do this.";

/** Logs in again each time, since calls such as logout end the caller's login. */
async function getClient(kind: CallerKind): Promise<Client> {
  return kind === 'anonymous' ? app.anonymous : app.atLevel(kind);
}

/** Calls on behalf of another user must name one (core rule 101). */
const { userID: knownID } = await app.logIn('james');

function send(
  client: Client,
  { declaration }: DeclaredEndpoint,
  overrides: Record<string, string> = {},
): Promise<Reply<unknown>> {
  // Calendar addresses contain the name of their owner, and only the owner has access.
  const own: Record<string, string> = 'username' in client ? { username: String(client.username) } : {};
  const path = fillPath(declaration, listRouteVariants(declaration)[0]?.path ?? '', { ...own, ...overrides });
  const headers = { 'x-client-user': knownID };
  return client.send(declaration.method, path, declaration.body ? { body: {}, headers } : { headers });
}

function getOutcome({ status, reason }: Reply<unknown>): 'pass' | 401 | 403 {
  if (status === 401) return 401;
  return status === 403 && reason === forbiddenReason ? 403 : 'pass';
}

describe('every endpoint admits exactly the levels that its access allows', () => {
  for (const declared of declaredEndpoints) {
    test(declared.name, async () => {
      for (const kind of callers) {
        const response = await send(await getClient(kind), declared);
        assert.equal(
          getOutcome(response),
          expectedOutcome(declared.declaration.access, kind),
          `${kind} got ${response.status} ${response.reason}`,
        );
        assert.ok(response.status < 500, `${kind} got ${response.status} ${response.reason}`);
        if (response.status >= 400) assertErrorRecord(response);
        assert.equal(response.headers.get('x-content-type-options'), 'nosniff', `${kind} got ${response.status}`);
      }
    });
  }
});

function assertErrorRecord({ status, body }: Reply<unknown>): void {
  const { error, status: inBody, code, reason } = v.parse(ErrorResponse, body);
  assert.deepEqual([error, inBody, errorCodes[code].status, reason === ''], [true, status, status, false]);
}

describe('a banned account is treated as not logged in', () => {
  for (const declared of declaredEndpoints) {
    if (expectedOutcome(declared.declaration.access, 'anonymous') === 'pass') continue;
    test(declared.name, async () => {
      assert.equal((await send(bannedClient, declared)).status, 401);
    });
  }
});

/** Returns a client with a token from before the ban, which would be valid again after it. */
async function banAfterLogin(): Promise<Client> {
  const user = await app.newcomer('soon-banned');
  transact(app.context, (context) => setLevel(context, user.userID, 'banned'));
  return user;
}
const bannedClient = await banAfterLogin();

/** Returns a user who has access with a token; undefined if there's none. */
async function createAllowedCaller(access: Access): Promise<Client | undefined> {
  const kind = callers.find((one) => expectedOutcome(access, one) === 'pass');
  if (kind) return getClient(kind);
  if (access.kind === 'role') return getRoleHolder(access.role);
  if (access.kind === 'service-basic') return serviceClient;
  return undefined;
}

/** The client of a service account, which calls with its password. */
const serviceClient = createClient(app.url, `Basic ${Buffer.from('prometheus:password').toString('base64')}`);

const usersByRole = new Map<string, User>();

async function getRoleHolder(role: string): Promise<User> {
  const known = usersByRole.get(role);
  if (known) return known;
  const user = await app.newcomer(`holder-of-${role}`);
  const admin = await app.logIn('admin');
  await admin.send('POST', `/api/v3/admin/userroles/${role}/addrole/${user.userID}`);
  usersByRole.set(role, user);
  return user;
}

describe('an unreadable id in the path is 400', () => {
  for (const declared of declaredEndpoints) {
    const { declaration } = declared;
    const checked = paramNames(declaration.path).filter((name) => isChecked(describeParam(declaration, name)));
    if (checked.length === 0) continue;
    test(declared.name, async () => {
      for (const name of checked) {
        const client = await createAllowedCaller(declaration.access);
        assert.ok(client, 'some client must have access');
        const response = await send(client, declared, { [name]: 'not-readable' });
        assert.equal(response.status, 400, `${name}: ${response.status} ${response.reason}`);
      }
    });
  }
});

describe('a disabled feature is 451 for everyone below tho', () => {
  for (const declared of declaredEndpoints) {
    const { access } = declared.declaration;
    const features = listFeatures(declared.declaration);
    // The switch exempts everyone who may make such a call.
    const isForThoAlone = access.kind === 'minimum' && isAtLeast(access.level, 'tho');
    if (features.length === 0 || isForThoAlone) continue;
    test(declared.name, async () => {
      const client = await createAllowedCaller(access);
      assert.ok(client, 'some client must have access');
      for (const feature of features) {
        switchOff([feature]);
        assert.equal((await send(client, declared)).status, 451, feature);
        if (expectedOutcome(access, 'tho') === 'pass' && access.kind !== 'open') {
          assert.notEqual((await send(await app.atLevel('tho'), declared)).status, 451, feature);
        }
      }
      switchOff([]);
      assert.notEqual((await send(client, declared)).status, 451);
    });
  }
});

function switchOff(features: readonly string[]): void {
  const disabledFeatures = features.map((feature) => ({ app: 'all', feature: feature as 'users' }));
  transact(app.context, (context) => changeSettings(context, { disabledFeatures }));
}

test('each route variant reaches its own endpoint', async () => {
  // Confidential calls aren't counted (moderation rule S10).
  for (const { name, declaration, variant } of declaredVariants.filter((one) => !one.declaration.isConfidential)) {
    const before = await getAnsweringCode(variant.method, variant.path);
    await app.anonymous.send(variant.method, fillPath(declaration, variant.path), declaration.body ? { body: {} } : {});
    assert.equal(
      await getAnsweringCode(variant.method, variant.path),
      before + 1,
      `${variant.method} ${variant.path} (${name}) was answered by another`,
    );
  }
});

/** Returns how many calls the service itself has counted for a route. */
async function getAnsweringCode(method: string, route: string): Promise<number> {
  const metric = await app.context.metrics.registry.getSingleMetric('gangway_http_requests_total')?.get();
  return (metric?.values ?? [])
    .filter(({ labels }) => labels.method === method && labels.route === route)
    .reduce((sum, { value }) => sum + value, 0);
}

test('a method that a path doesn’t support is 405, with the supported ones', async () => {
  const paths = Map.groupBy(declaredVariants, ({ variant }) => variant.path);
  for (const [path, spelled] of paths) {
    const methods: string[] = spelled.map(({ variant }) => variant.method);
    const wrong = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].find((method) => !methods.includes(method)) ?? 'PUT';
    const [first] = spelled;
    assert.ok(first);
    const response = await app.anonymous.send(wrong, fillPath(first.declaration, path));
    assert.equal(response.status, 405, `${wrong} ${path}`);
    for (const method of methods)
      assert.ok(response.headers.get('allow')?.includes(method), `${path} allows ${response.headers.get('allow')}`);
  }
});

test('a missing body is 422, one that isn’t JSON 400', async () => {
  const takesJson = ({ declaration }: DeclaredEndpoint) => declaration.body && declaration.bodyFormat === undefined;
  for (const declared of declaredEndpoints.filter(takesJson)) {
    const { declaration, name } = declared;
    const client = (await createAllowedCaller(declaration.access)) ?? app.anonymous;
    const path = fillPath(declaration, listRouteVariants(declaration)[0]?.path ?? '');
    const withoutBody = await client.send(declaration.method, path);
    assert.equal(withoutBody.status === 422, !declaration.bodyMayBeEmpty, name);
    assert.equal((await client.send(declaration.method, path, { body: '{"' })).status, 400, name);
    assert.equal(
      (await client.send(declaration.method, path, { body: Buffer.from([0x22, 0xff, 0x22]) })).status,
      400,
      name,
    );
    const ofAnotherForm = declaration.body && listItems(declaration.body) ? '{}' : '[]';
    assert.equal((await client.send(declaration.method, path, { body: ofAnotherForm })).status, 400, name);
  }
});

test('every operation has a unique name and a summary of one line', () => {
  assert.equal(new Set(declaredEndpoints.map(({ name }) => name)).size, declaredEndpoints.length);
  for (const { name, declaration } of declaredEndpoints)
    assert.ok(/^[A-Z].{8,120}[^.]$/.test(declaration.summary), `${name}: ${declaration.summary}`);
});
