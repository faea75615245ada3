import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../support/client.ts';
import { forEachConcurrently } from '../../soak/at-once.ts';
import { getCode } from '../../soak/world.ts';
import { callIfReachable, type RehearsalPart, type Stage } from '../stage.ts';

/** Passengers who come aboard and don't act later. */
export const newcomerCount = 200;
const maxFailedRecoveries = 5;

/** Whether this newcomer is number `which` of their group of `count`. */
const isOneIn = (number: number, count: number, which = 0): boolean => number % count === which;

/**
 * Hundreds register at the same time: some mistype their code, some have lost it and go to the desk, some forget their
 * password on the first day, and some guess at it until the desk has to unlock them.
 */
export function createEmbarkationPart({ machines, world }: Stage): RehearsalPart {
  const { url } = machines;
  const desk = world.admin.client;
  const helped = { corrected: 0, admitted: 0, recovered: 0, unlocked: 0 };

  /** Sends a call, again if it came too often or its connection broke; returns the response, which must have this status. */
  async function send(path: string, body: object | undefined, status: number, client = createClient(url)) {
    for (;;) {
      const reply = await callIfReachable(world, () => client.send('POST', `/api/v3/${path}`, body && { body }));
      // The connection broke. Registering is repeatable until the first login, and so are logins and recoveries.
      if (!reply) continue;
      if (reply.status !== 429) {
        assert.equal(reply.status, status, `${path}: ${reply.reason}`);
        return reply.body;
      }
      await pause(Number(reply.headers.get('retry-after')) * 1000);
    }
  }

  const logIn = (username: string, password: string, status = 200) =>
    send('auth/login', undefined, status, createClient(url, `Basic ${btoa(`${username}:${password}`)}`));

  async function board(number: number): Promise<void> {
    const account = { username: `newcomer${number}`, password: `password ${number}` };
    const verification = getCode(world.sailors.length + number);
    const hasLostCode = isOneIn(number, 10, 3);
    if (isOneIn(number, 5)) {
      await send('user/create', { ...account, verification: `yy${String(number).padStart(4, '0')}` }, 400);
      helped.corrected += 1;
    }
    const { userID, recoveryKey } = await send(
      'user/create',
      hasLostCode ? account : { ...account, verification },
      201,
    );
    if (hasLostCode) {
      await send(`admin/regcodes/admit/${userID}`, { registrationCode: verification }, 200, desk);
      helped.admitted += 1;
    }
    let { token } = await logIn(account.username, account.password);
    const recover = (secret: string, status: number) =>
      send('auth/recovery', { username: account.username, recoveryKey: secret, newPassword: 'found again' }, status);
    if (isOneIn(number, 7)) {
      ({ token } = await recover(recoveryKey, 200));
      await logIn(account.username, account.password, 401);
      helped.recovered += 1;
    } else if (isOneIn(number, 20, 11)) {
      for (let tries = 0; tries < maxFailedRecoveries; tries += 1) await recover(`a guess ${tries}`, 400);
      await recover(verification, 403);
      await send(`admin/regcodes/unlock/${userID}`, undefined, 200, desk);
      ({ token } = await recover(verification, 200));
      helped.unlocked += 1;
    }
    const { body } = await createClient(url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami');
    assert.deepEqual([body.userID, body.accessLevel], [userID, 'verified']);
  }

  return {
    promise: 'On the day of embarkation everyone gets in, with the desk’s help if need be',
    target: 'all',
    async prepare() {
      await forEachConcurrently([...Array(newcomerCount).keys()], board);
    },
    figure: () =>
      `${newcomerCount} people; ${helped.corrected} wrong codes, ${helped.admitted} lost ones, ${helped.recovered} lost passwords, ${helped.unlocked} unlocked`,
  };
}
