import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { imagesApi } from '#core/images/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { buildErrorResponse } from '#http/error-response.ts';
import { areas } from '../../src/app/areas.ts';
import { createSubAccount } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { fixtureApi, fixtureArea } from '../support/fixture-area.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea], environment: { TRUSTED_PROXIES: '127.0.0.1' } });
const createClientFromAddress = (address: string) => ({ headers: { 'x-forwarded-for': address } });

function assertTooMany({ status, headers, body }: Reply<unknown>, maxSeconds: number): void {
  assert.equal(status, 429);
  const wait = Number(headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= maxSeconds, `Retry-After was ${wait}`);
  const { error, status: written, reason } = body as Record<string, unknown>;
  assert.deepEqual([error, written], [true, 429]);
  assert.match(String(reason), /^Too many .*\.$/);
}

async function callUntilRejected(times: number, call: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  for (let calls = 0; calls < times; calls += 1) assert.ok((await call()).status < 400, `call ${calls}`);
  return call();
}

test('exceeding a limit is 429 with the time to wait, and works again after that', async () => {
  const user = await app.logIn('james');
  const rejected = await callUntilRejected(2, () => user.call(fixtureApi.rare));
  assertTooMany(rejected, 30);
  app.clock.advance({ seconds: Number(rejected.headers.get('retry-after')) });
  assert.equal((await user.call(fixtureApi.rare)).status, 200);
  assert.equal((await user.call(fixtureApi.rare)).status, 429);
});

test('all accounts of a family are counted together, wherever they call from, and separately from others', async () => {
  const primary = await app.logIn('heidi');
  const second = await createSubAccount(app, primary, 'heidi-again');
  await primary.call(fixtureApi.rare, createClientFromAddress('10.0.0.1'));
  assertTooMany(
    await callUntilRejected(1, () => second.call(fixtureApi.rare, createClientFromAddress('10.0.0.2'))),
    30,
  );
  assert.equal((await (await app.logIn('sam')).call(fixtureApi.rare, createClientFromAddress('10.0.0.1'))).status, 200);
});

test('callers without a login are counted by address, separately from logged-in ones', async () => {
  const call = (client: Client, address: string) => client.call(fixtureApi.drawn, createClientFromAddress(address));
  assertTooMany(await callUntilRejected(4, () => call(app.anonymous, '10.1.0.1')), 15);
  assert.equal((await call(await app.logIn('sam'), '10.1.0.1')).status, 200);
  assert.equal((await call(app.anonymous, '10.1.0.2')).status, 200);
});

test('an IPv6 network counts as one address', async () => {
  const call = (address: string) => app.anonymous.call(fixtureApi.drawn, createClientFromAddress(address));
  let last = 0;
  const rejected = await callUntilRejected(4, () => {
    last += 1;
    return call(`2001:db8:0:1::${last}`);
  });
  assertTooMany(rejected, 15);
  assert.equal((await call('2001:db8::2:0:0:0:1')).status, 200);
});

/** Returns one limit's level and policy from the headers of a response. */
const readLevel = ({ headers }: Reply<unknown>) => [headers.get('ratelimit'), headers.get('ratelimit-policy')];

test('every response to a limited call has the remaining count, even errors (decision 94, core rule 125)', async () => {
  const user = await app.newcomer('counted');
  const policy = '"rare things";q=2;w=60';
  assert.deepEqual(readLevel(await user.call(fixtureApi.rare)), ['"rare things";r=1;t=30', policy]);
  app.clock.advance({ seconds: 10 });
  assert.deepEqual(readLevel(await user.call(fixtureApi.rare)), ['"rare things";r=0;t=20', policy]);
  const rejected = await user.call(fixtureApi.rare);
  assert.deepEqual(readLevel(rejected), ['"rare things";r=0;t=20', policy]);
  assert.equal(rejected.headers.get('retry-after'), '20');
  assert.match(rejected.headers.get('access-control-expose-headers') ?? '', /RateLimit, RateLimit-Policy/);
  const malformed = await user.call(profilesApi.editOwnProfile, { body: 'no JSON' });
  assert.equal(malformed.status, 400);
  assert.deepEqual(readLevel(malformed), ['"changes of profiles";r=199;t=432', '"changes of profiles";q=200;w=86400']);
  assert.deepEqual(readLevel(await user.call(fixtureApi.greet, { body: { name: 'x' } })), [null, null]);
});

test('a call with several limits reports each, and counts each picture', async () => {
  const user = await app.newcomer('twice-counted');
  const picture = Buffer.from('a picture').toString('base64');
  const drawn = await user.call(fixtureApi.draw, { body: { name: 'x', picture, other: picture } });
  assert.deepEqual(readLevel(drawn), ['"pictures";r=198;t=18', '"pictures";q=200;w=3600']);
  const changed = await user.call(profilesApi.setAvatar, { body: { image: picture } });
  assert.equal(changed.headers.get('ratelimit'), '"changes of profiles";r=199;t=432, "pictures";r=197;t=18');
});

test('every 429 and 503 says when to retry, whatever threw it (decision 94)', () => {
  for (const code of ['tooManyRequests', 'unavailable'] as const) {
    const { status, headers } = buildErrorResponse(new AppError(code, 'Not now.'), 'an-id', false);
    assert.match(headers['retry-after'] ?? '', /^\d+$/, String(status));
  }
});

test('a clock correction doesn’t affect limits', async () => {
  const user = await app.newcomer('corrected');
  await callUntilRejected(2, () => user.call(fixtureApi.rare));
  app.clock.set(new Date(app.clock.now().getTime() + 3_600_000));
  assert.equal((await user.call(fixtureApi.rare)).status, 429);
});

test('a person can draw 120 QR codes at once, without delaying others', async () => {
  const draw = (client: Client) =>
    client.call(imagesApi.qrCode, { query: { string: 'x' }, ...createClientFromAddress('10.2.0.1') });
  const user = await app.logIn('james');
  assertTooMany(await callUntilRejected(120, () => draw(user)), 1);
  assert.equal((await draw(app.anonymous)).status, 200);
});

test('a family can change its profiles 200 times a day, since every change is stored', async () => {
  const user = await app.logIn('verified');
  let changes = 0;
  const change = (): Promise<Reply<unknown>> => {
    changes += 1;
    const remove = () => user.call(profilesApi.removeAvatar);
    return changes % 2 === 0 ? remove() : user.call(profilesApi.editOwnProfile, { body: { about: `text ${changes}` } });
  };
  assertTooMany(await callUntilRejected(200, change), 432);
});

test('pictures are counted; posts without one aren’t', async () => {
  const user = await app.newcomer('painter');
  const draw = (body: object) => user.call(fixtureApi.draw, { body: { name: 'x', ...body } });
  const picture = Buffer.from('a picture').toString('base64');
  for (let calls = 0; calls < 100; calls += 1) assert.equal((await draw({ picture, other: picture })).status, 200);
  assertTooMany(await draw({ picture }), 18);
  assert.equal((await draw({ picture: '' })).status, 200);
  assert.equal((await draw({})).status, 200);
});

test('opening sockets is counted, because each can request a replay', async () => {
  const { token } = await app.newcomer('reconnecting');
  for (let opened = 0; opened < 200; opened += 1) (await openSocket(app.url, '/api/v3/fixture/socket', token)).close();
  await assert.rejects(openSocket(app.url, '/api/v3/fixture/socket', token), /rejected with 429/);
});

test('the description has the limits of a call, and the response to too many calls', async () => {
  const { body } = await app.anonymous.send('GET', '/api/v3/openapi.json');
  const { get } = body.paths['/api/v3/image/qrcode'];
  assert.deepEqual(get['x-rate-limits'], [
    { what: 'QR codes', perFamily: { max: 120, seconds: 60 }, perAddress: { max: 1200, seconds: 60 } },
  ]);
  assert.deepEqual(get.responses['429'], { $ref: '#/components/responses/TooMany' });
  for (const header of ['Retry-After', 'RateLimit', 'RateLimit-Policy'])
    assert.ok(body.components.responses.TooMany.headers[header], header);
  for (const header of ['RateLimit', 'RateLimit-Policy']) assert.ok(get.responses['200'].headers[header], header);
  const { post } = body.paths['/api/v3/user/image'];
  assert.deepEqual(
    post['x-rate-limits'].map(({ what }: { what: string }) => what),
    ['changes of profiles', 'pictures'],
  );
  const { get: whoami } = body.paths['/api/v3/user/whoami'];
  assert.ok(whoami.responses['429'], 'any read may have to wait (core rule 129)');
  assert.equal(body.paths['/api/v3/fez/{fezID}/mute'].post.responses['429'], undefined);
});

test('a limit that doesn’t count all possible callers can’t be declared', () => {
  const call = { method: 'POST', path: '/things', summary: 'Made for a test' } as const;
  const limit = { what: 'things', perFamily: { max: 1, seconds: 1 } };
  assert.doesNotThrow(() => endpoint({ ...call, access: token, limit }));
  assert.throws(() => endpoint({ ...call, access: open, limit }), /doesn't count all callers/);
});
