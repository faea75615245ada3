import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact, type WriteContext } from '#area/context.ts';
import { acceptsIdempotencyKey, type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { endSessions } from '#core/accounts/index.ts';
import { setLevel, updateUser } from '#core/users/index.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type TestUserLevel, type User } from '../support/app.ts';
import { type DeclaredEndpoint, declaredEndpoints, expectedOutcome, fillPath } from '../support/declared.ts';
import { fixtureApi, fixtureArea, fixtureHold } from '../support/fixture-area.ts';
import { connectRaw } from '../support/raw.ts';

/** Generated from the declarations: users can't write if their login or level ends during the call. */
const app = await startTestApp({ areas: [...areas, fixtureArea], showsBehaviour: false });

/** Changes to an account while one of its calls is in progress. */
const changes: Readonly<Record<string, (context: WriteContext, userID: string) => void>> = {
  banned: (context, userID) => setLevel(context, userID, 'banned'),
  'logged out': (context, userID) => endSessions(context, [userID], 'logged out'),
  demoted: (context, userID) => setLevel(context, userID, 'unverified'),
};

/** Returns the lowest level that may call the endpoint. */
function getLowestLevel({ declaration }: DeclaredEndpoint): TestUserLevel | undefined {
  const levels: TestUserLevel[] = ['verified', 'moderator', 'devteam', 'tho', 'admin'];
  return levels.find((level) => expectedOutcome(declaration.access, level) === 'pass');
}

const isWriting = ({ method, access }: Endpoint): boolean =>
  method !== 'GET' && access.kind !== 'open' && access.kind !== 'optional';

/** Only calls with a body can be overtaken before they are handled. */
const readsBody = (declaration: Endpoint): boolean =>
  declaration.body !== undefined || acceptsIdempotencyKey(declaration);

async function createActor(level: TestUserLevel, username: string): Promise<User> {
  const user = await app.newcomer(username);
  if (level !== 'verified') transact(app.context, (context) => setLevel(context, user.userID, level));
  return app.logIn(username);
}

/** Sends a call whose body pauses in the middle, makes the change, and sends the rest. */
async function changeWhileBodyArrives(
  { declaration }: DeclaredEndpoint,
  actor: User,
  happen: () => void,
): Promise<number> {
  const raw = await connectRaw(app.url);
  const path = fillPath(declaration, listRouteVariants(declaration)[0]?.path ?? '', { username: actor.username });
  const head = [
    `${declaration.method} ${path} HTTP/1.1`,
    'Host: gangway',
    `Authorization: Bearer ${actor.token}`,
    'X-Client-User: someone',
    'Idempotency-Key: outrun',
    'Content-Length: 2',
    'Connection: close',
    // The server sends status 100 once it has authenticated the caller for the first time.
    'Expect: 100-continue',
  ];
  raw.write(`${head.join('\r\n')}\r\n\r\n`);
  await raw.until('100 Continue');
  raw.write('{');
  happen();
  raw.write('}');
  const received = await raw.received;
  return Number(/HTTP\/1\.1 (?!100)(\d{3})/.exec(received)?.[1]);
}

const countWrites = (): unknown => app.context.db.sqlite.prepare('SELECT total_changes()').pluck().get();

for (const [name, change] of Object.entries(changes)) {
  test(`a caller who is ${name} while the body arrives writes nothing, at any endpoint`, async () => {
    const actors = new Map<TestUserLevel, User>();
    for (const declared of declaredEndpoints) {
      const level = getLowestLevel(declared);
      if (!level || !isWriting(declared.declaration) || !readsBody(declared.declaration)) continue;
      // Skips demotions that don't change access to the call.
      if (name === 'demoted' && expectedOutcome(declared.declaration.access, 'unverified') === 'pass') continue;
      const username = `${name.replace(' ', '')}${level}`;
      const known = actors.get(level) ?? (await createActor(level, username));
      transact(app.context, (context) => setLevel(context, known.userID, level));
      const actor = await app.logIn(username);
      actors.set(level, actor);
      let before: unknown;
      const status = await changeWhileBodyArrives(declared, actor, () => {
        transact(app.context, (context) => change(context, actor.userID));
        before = countWrites();
      });
      assert.equal(status, name === 'demoted' ? 403 : 401, declared.name);
      assert.equal(countWrites(), before, `${declared.name} wrote something`);
    }
    assert.ok(actors.size > 0);
  });
}

test('a caller quarantined temporarily while the body arrives creates nothing', async () => {
  const actor = await createActor('verified', 'quarantined-in-time');
  const create = declaredEndpoints.find((declared) => declared.name === 'accounts.add');
  assert.ok(create);
  const quarantinedUntil = new Date(app.clock.now().getTime() + 3_600_000);
  const body = JSON.stringify({ username: 'second-self', password: 'password' });
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/user/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${actor.token}\r\nContent-Length: ${body.length}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
  );
  await raw.until('100 Continue');
  transact(app.context, (context) => updateUser(context, actor.userID, { quarantinedUntil }));
  raw.write(body);
  assert.match(
    await raw.received,
    /HTTP\/1\.1 403[\s\S]*"code":"temporarilyQuarantined","reason":"Your account is paused/,
  );
});

for (const [name, change] of Object.entries({ banned: changes.banned, 'logged out': changes['logged out'] })) {
  test(`a caller who is ${name} during another wait doesn’t write either`, async () => {
    const actor = await createActor('verified', `held-${name.replace(' ', '-')}`);
    const hold = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    fixtureHold.until = hold.promise;
    fixtureHold.reached = reached.resolve;
    const before = fixtureHold.runs;
    const call = actor.call(fixtureApi.held);
    await reached.promise;
    transact(app.context, (context) => change?.(context, actor.userID));
    hold.resolve();
    assert.equal((await call).status, 401);
    assert.equal(fixtureHold.runs, before);
  });
}
