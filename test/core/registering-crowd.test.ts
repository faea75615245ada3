import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countNewAccount } from '#core/accounts/account-limit.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { type CodeAttempt, countWrongCode, mayTryCode } from '#core/accounts/guessed-codes.ts';
import { importRegistrationCodes, resetFailedAttempts } from '#core/accounts/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { serverStateApi } from '#staff/server-state/api.ts';
import { startTestApp, type TestApp, type User } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';
import { drawSample } from '../support/sample.ts';

const passengers = 3000;
const maxTriesOfAddress = 1003;
const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];

/** Returns the n-th of many different six-letter codes. */
const makeCode = (index: number): string =>
  (index * 40_507 + 26 ** 5)
    .toString(26)
    .padStart(6, '0')
    .slice(-6)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

async function startShip({ codes: count = 300 } = {}): Promise<TestApp> {
  const app = await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  // The test makes thousands of commits, and doesn't need them to survive a power cut.
  app.context.db.sqlite.pragma('synchronous = OFF');
  const codes = Array.from({ length: count }, (_, index) => makeCode(index)).join('\n');
  assert.equal(importRegistrationCodes(app.context, codes, { dryRun: false, force: false }).added, count);
  return app;
}

const register = (app: TestApp, address: string, username: string, verification: string) =>
  app.anonymous.call(accountsApi.create, {
    body: { username, password: 'password', verification },
    headers: { 'x-forwarded-for': address },
  });

/** A code that doesn't exist. */
const mistypeCode = (code: string): string => `${code.slice(0, 5)}9`;

/** Tries wrong codes until the service rejects them; returns the number of tries. */
async function guessCodes(app: TestApp, address: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { status, headers } = await register(app, address, `guesser-${tries}`, 'zzzzz9');
    if (status === 400) continue;
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 0);
    return tries;
  }
}

/** Has the effect of `guess` without the calls: counts all the tries that an address has, or all but some. */
function exhaustAttempts(app: TestApp, guesser: CodeAttempt, { allBut = 0 } = {}): void {
  for (let tries = 0; tries < maxTriesOfAddress - allBut; tries += 1) countWrongCode(app.context, guesser);
  assert.equal(mayTryCode(app.context, guesser), allBut > 0);
}

/** The users who call; what the others use up is counted without their calls. */
const listCallers = (users: number): ReadonlySet<number> => new Set(drawSample([...Array(users).keys()], 7));

test('3,000 passengers register within an hour from three addresses, every fifth after a mistake', async () => {
  const app = await startShip({ codes: passengers });
  const atOnce = 15;
  const callers = listCallers(passengers);
  const registerOne = async (index: number) => {
    const [address, code, username] = [addresses[index % 3] ?? '', makeCode(index), `passenger-${index}`];
    if (!callers.has(index)) {
      if (index % 5 === 0) countWrongCode(app.context, { address });
      return countNewAccount(app.context, address);
    }
    if (index % 5 === 0)
      assert.equal((await register(app, address, username, mistypeCode(code))).status, 400, username);
    assert.equal((await register(app, address, username, code)).status, 201, username);
  };
  for (let first = 0; first < passengers; first += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => registerOne(first + index)));
    app.clock.advance({ seconds: (3600 * atOnce) / passengers });
  }
});

test('a guesser uses up the limit of one address, and not that of others', async () => {
  const app = await startShip();
  assert.equal(await guessCodes(app, '10.6.6.6'), maxTriesOfAddress);
  assert.equal((await register(app, '10.6.6.6', 'next-to-the-guesser', makeCode(1))).status, 429);
  for (const address of addresses) {
    assert.equal((await register(app, address, `late-${address}`, mistypeCode(makeCode(2)))).status, 400);
    assert.equal(
      (await register(app, address, `late-${address}`, makeCode(addresses.indexOf(address) + 2))).status,
      201,
    );
  }
});

test('people at a guesser’s address can register without a code, and enter it later', async () => {
  const app = await startShip();
  exhaustAttempts(app, { address: '10.6.6.6' });
  const headers = { 'x-forwarded-for': '10.6.6.6' };
  const rejected = await register(app, '10.6.6.6', 'neighbour', makeCode(1));
  assert.equal(rejected.status, 429);
  const body = { username: 'neighbour', password: 'password' };
  assert.equal((await app.anonymous.call(accountsApi.create, { body, headers })).status, 201);
  const user = await app.logIn('neighbour');
  assert.equal(
    (await user.call(accountsApi.verify, { body: { verification: mistypeCode(makeCode(1)) }, headers })).status,
    400,
  );
  assert.equal((await user.call(accountsApi.verify, { body: { verification: makeCode(1) }, headers })).status, 200);
});

test('an account has five wrong codes a day, from any address', async () => {
  const app = await startShip();
  await app.anonymous.get(accountsApi.create, { body: { username: 'unsure', password: 'password' } });
  const user = await app.logIn('unsure');
  const verify = (verification: string) => user.call(accountsApi.verify, { body: { verification } });
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await verify('zzzzz9')).status, 400);
  const rejected = await verify(makeCode(1));
  assert.equal(rejected.status, 429);
  app.clock.advance({ seconds: Number(rejected.headers.get('retry-after')) });
  assert.equal((await verify(makeCode(1))).status, 200);
});

test('wrong codes in lookups count, whether or not the code exists', async () => {
  const app = await startShip();
  const look = (registrationCode: string) =>
    app.anonymous.call(accountsApi.lookUpUsername, {
      body: { registrationCode, recoveryKey: 'not the key' },
      headers: { 'x-forwarded-for': '10.6.6.6' },
    });
  await register(app, '10.0.0.1', 'owner', makeCode(0));
  exhaustAttempts(app, { address: '10.6.6.6' }, { allBut: 2 });
  assert.equal((await look(makeCode(0))).status, 400);
  assert.equal((await look('zzzzz9')).status, 400);
  assert.equal((await look(makeCode(0))).status, 429);
});

describe('guessing a registration code takes at least a day', () => {
  const codesOfSixLetters = 26 ** 6;
  const freeCodes = 5000;
  const triesToFindOne = codesOfSixLetters / freeCodes;
  test('as enforced, even with ever new addresses and accounts', async () => {
    const { context, clock } = await startShip();
    const tryAsLongAsPossible = (makeGuesser: (index: number) => CodeAttempt): number => {
      for (let tried = 0; ; tried += 1) {
        const guesser = makeGuesser(tried);
        if (!mayTryCode(context, guesser)) return tried;
        countWrongCode(context, guesser);
      }
    };
    const tryEverything = () =>
      tryAsLongAsPossible((index) => ({ address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` })) +
      tryAsLongAsPossible((index) => ({ address: `10.${index >> 8}.${index & 255}.9`, accountID: `account ${index}` }));
    const atOnce = tryEverything();
    clock.advance({ days: 1 });
    const tries = atOnce + tryEverything();
    assert.equal(tries, 22_000);
    assert.ok(tries < triesToFindOne / 2, `${tries} tries of ${triesToFindOne}`);
  });
});

describe('someone behind the address of a crowd uses up its wrong codes (decision 76)', () => {
  const attacked = '10.6.6.6';
  const headers = { 'x-forwarded-for': attacked };
  const command = `gangway user unlock --address ${attacked}`;

  /** Creates an account without a code, and logs it in. */
  async function join(app: TestApp, username: string): Promise<User> {
    await app.anonymous.get(accountsApi.create, { body: { username, password: 'password' }, headers });
    return app.logIn(username);
  }

  const verify = async (user: User, verification: string): Promise<number> =>
    (await user.call(accountsApi.verify, { body: { verification }, headers })).status;

  /** Counts what an account would use up at the attacked address. Returns the number of tries. */
  function countPuppet({ context }: TestApp, accountID: string): number {
    countNewAccount(context, attacked);
    let taken = 0;
    for (const guesser = { address: attacked, accountID }; mayTryCode(context, guesser); taken += 1)
      countWrongCode(context, guesser);
    return taken;
  }

  /** Tries codes with an attacker's accounts until each is rejected. Returns the number of tries. */
  async function attackWithAccounts(app: TestApp, accounts: number): Promise<number> {
    let taken = 0;
    const callers = listCallers(accounts);
    for (let number = 0; number < accounts; number += 1) {
      if (!callers.has(number)) {
        taken += countPuppet(app, `puppet-${number}`);
        continue;
      }
      const puppet = await join(app, `puppet-${number}`);
      while ((await verify(puppet, 'zzzzz9')) === 400) taken += 1;
    }
    return taken;
  }

  /** Registers users with their own codes, every fifth after a mistake; returns the final statuses. */
  async function boardHonestly(app: TestApp, people: number, from = 0): Promise<number[]> {
    const ends: number[] = [];
    for (let number = from; number < from + people; number += 1) {
      const code = makeCode(number);
      assert.equal((await register(app, attacked, `honest-${number}`, code)).status, 429);
      const user = await join(app, `honest-${number}`);
      if (number % 5 === 0) await verify(user, mistypeCode(code));
      ends.push(await verify(user, code));
    }
    return ends;
  }

  /** Users at other addresses register, with or without a login or after a mistake. */
  async function assertOthersUnaffected(app: TestApp): Promise<void> {
    for (const address of addresses) {
      exhaustAttempts(app, { address }, { allBut: 1000 });
      const [name, code] = [`elsewhere-${address}`, makeCode(addresses.indexOf(address) + 100)];
      assert.equal((await register(app, address, name, mistypeCode(code))).status, 400);
      assert.equal((await register(app, address, name, code)).status, 201);
      const user = await join(app, `later-${address}`);
      const elsewhere = { 'x-forwarded-for': address };
      for (const [verification, status] of [
        ['zzzzz9', 400],
        [makeCode(addresses.indexOf(address) + 200), 200],
      ] as const) {
        const reply = await user.call(accountsApi.verify, { body: { verification }, headers: elsewhere });
        assert.equal(reply.status, status);
      }
    }
  }

  test('with 400 accounts they keep no one out: 50 people create accounts and enter their codes', async (t) => {
    const app = await startShip();
    const withoutAccounts = await guessCodes(app, attacked);
    const withAccounts = await attackWithAccounts(app, 400);
    const ends = await boardHonestly(app, 50);
    t.diagnostic(
      `${withoutAccounts} and ${withAccounts} wrong codes; ${ends.filter((s) => s === 200).length} of 50 in`,
    );
    assert.deepEqual(new Set(ends), new Set([200]));
  });

  test('with 820 accounts they keep others there out, and the registration desk can admit everyone', async (t) => {
    const app = await startShip();
    exhaustAttempts(app, { address: attacked });
    const taken = await attackWithAccounts(app, 820);
    const ends = await boardHonestly(app, 50);
    t.diagnostic(`${taken} wrong codes of accounts; ${ends.filter((s) => s === 200).length} of 50 in by themselves`);
    assert.deepEqual(new Set(ends), new Set([429]));
    const desk = await giveRole(app, await app.newcomer('desk'), 'accountmanager');
    const waiting = await desk.get(adminApi.waitingToBeAdmitted);
    assert.equal(waiting.length, 50);
    for (const { userID } of waiting) await desk.get(adminApi.admit, { params: { userID } });
    for (let number = 0; number < 50; number += 1) {
      const { accessLevel } = await (await app.logIn(`honest-${number}`)).get(accountsApi.whoami);
      assert.equal(accessLevel, 'verified');
    }
    await assertOthersUnaffected(app);
  });

  test('the crew and the desk see it immediately, with the command that ends it', async () => {
    const app = await startShip();
    const admin = await app.logIn('admin');
    const readTroubles = async () =>
      (await admin.get(serverStateApi.box)).troubles.filter(({ name }) => name.startsWith('guessed-codes'));
    const readStats = async () => (await admin.get(adminApi.registrationCodeStats)).guessing;
    assert.deepEqual([await readTroubles(), await readStats()], [[], undefined]);
    exhaustAttempts(app, { address: attacked });
    const rejected = await register(app, attacked, 'unlucky', makeCode(1));
    assert.match(rejected.reason, /without the code.*registration desk/);
    const [[trouble, ...others], [atDesk] = []] = [await readTroubles(), await readStats()];
    assert.equal(others.length, 0);
    assert.ok(trouble?.sentence.includes(`\`${command}\``), trouble?.sentence);
    assert.deepEqual([atDesk?.address, atDesk?.sentence], [attacked, trouble?.sentence]);
    resetFailedAttempts(app.context, { address: attacked });
    assert.equal((await register(app, attacked, 'unlucky', makeCode(1))).status, 201);
    app.clock.advance({ seconds: 60 });
    await app.runJob('watch-code-guessing');
    assert.deepEqual([await readTroubles(), await readStats()], [[], undefined]);
  });

  test('it ends by itself once codes can be tried again', async () => {
    const app = await startShip();
    exhaustAttempts(app, { address: attacked });
    assert.equal((await register(app, attacked, 'unlucky', makeCode(1))).status, 429);
    await app.runJob('watch-code-guessing');
    assert.equal(app.context.conditions.list().length, 1);
    app.clock.advance({ hours: 2 });
    await app.runJob('watch-code-guessing');
    assert.deepEqual(app.context.conditions.list(), []);
  });

  test('after an unlock they need new accounts: their own limits stay used up', async () => {
    const app = await startShip();
    const puppet = await join(app, 'puppet');
    for (let tries = 0; tries < 5; tries += 1) assert.equal(await verify(puppet, 'zzzzz9'), 400);
    resetFailedAttempts(app.context, { address: attacked });
    assert.equal(await verify(puppet, 'zzzzz9'), 429);
  });
});

describe('someone creates all accounts that an address can create in a day', () => {
  const attacked = '10.6.6.6';
  const accountsOfAddress = 6000;

  /** Counts accounts without creating them, since each takes two hashes. */
  function useUpAccounts(app: TestApp, address: string): void {
    for (let made = 0; made < accountsOfAddress; made += 1) countNewAccount(app.context, address);
  }
  const join = (app: TestApp, address: string, username: string) =>
    app.anonymous.call(accountsApi.create, {
      body: { username, password: 'password' },
      headers: { 'x-forwarded-for': address },
    });

  test('the crew and the desk see it immediately, and the command they see ends it', async () => {
    const app = await startShip();
    const admin = await app.logIn('admin');
    const readTroubles = async () => (await admin.get(serverStateApi.box)).troubles.map(({ sentence }) => sentence);
    const readStats = async () =>
      (await admin.get(adminApi.registrationCodeStats)).guessing?.map(({ address, sentence }) => [address, sentence]);
    useUpAccounts(app, attacked);
    const before = await readTroubles();
    const rejected = await join(app, attacked, 'unlucky');
    assert.equal(rejected.status, 429);
    assert.match(rejected.reason, /registration desk/);
    assert.ok(Number(rejected.headers.get('retry-after')) > 0);
    const [sentence = '', ...others] = (await readTroubles()).filter((trouble) => !before.includes(trouble));
    assert.deepEqual(others, []);
    assert.match(sentence, new RegExp(`\`gangway user unlock --address ${attacked}\``));
    assert.deepEqual(await readStats(), [[attacked, sentence]]);
    assert.equal((await join(app, '10.0.0.1', 'elsewhere')).status, 201, 'no other address notices');
    resetFailedAttempts(app.context, { address: '10.0.0.1' });
    assert.equal((await join(app, attacked, 'unlucky')).status, 429, 'the command names an address');
    resetFailedAttempts(app.context, { address: attacked });
    assert.equal((await join(app, attacked, 'unlucky')).status, 201);
    app.clock.advance({ seconds: 60 });
    await app.runJob('watch-code-guessing');
    assert.deepEqual([await readTroubles(), await readStats()], [before, undefined]);
  });

  test('the unlock for everyone ends it too', async () => {
    const app = await startShip();
    useUpAccounts(app, attacked);
    assert.equal((await join(app, attacked, 'unlucky')).status, 429);
    app.clock.advance({ seconds: 10 });
    resetFailedAttempts(app.context, { everybody: true });
    assert.deepEqual(app.context.conditions.list(), []);
    assert.equal((await join(app, attacked, 'unlucky')).status, 201);
  });

  test('it ends by itself once accounts can be created again', async () => {
    const app = await startShip();
    useUpAccounts(app, attacked);
    await join(app, attacked, 'unlucky');
    await app.runJob('watch-code-guessing');
    assert.equal(app.context.conditions.list().length, 1);
    app.clock.advance({ hours: 2 });
    await app.runJob('watch-code-guessing');
    assert.deepEqual(app.context.conditions.list(), []);
    assert.equal((await join(app, attacked, 'unlucky')).status, 201);
  });

  test('calls that create no account don’t count', async () => {
    const app = await startShip();
    for (let made = 0; made < accountsOfAddress - 1; made += 1) countNewAccount(app.context, attacked);
    for (const verification of ['zzzzz9', 'much too long for a code']) {
      assert.equal((await register(app, attacked, 'guesser', verification)).status, 400);
    }
    assert.equal((await join(app, attacked, 'admin')).status, 409);
    assert.equal((await join(app, attacked, 'last')).status, 201);
    assert.equal((await join(app, attacked, 'after')).status, 429);
  });
});
