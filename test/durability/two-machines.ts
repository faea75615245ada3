import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { getSpareFolder, readFollowState } from '#spare/follower/slots.ts';
import { findFreePort } from '../../build/running/free-port.ts';
import { waitUntil } from '../support/processes.ts';
import type { Options, RunningService, Ship } from '../support/ship.ts';
import type { KillableService } from './soak/mortal-service.ts';

/** A service with a second machine that follows it, and takes over at the same address whenever it is killed. */
export interface TwoMachines extends KillableService {
  /** The result of the last takeover; undefined before the first. */
  readonly lastDeath: Takeover | undefined;
  /** Sends a signal to the follower, such as SIGSTOP. */
  signalSpare(signal: NodeJS.Signals): Promise<void>;
  /** Resolves once the follower has received everything stored before. */
  settle(): Promise<void>;
  /** Shuts down both machines. */
  stop(): Promise<void>;
}

/** A kill of one machine and the takeover by the other. */
export interface Takeover {
  /** The moment of the kill on the steady clock, in milliseconds. */
  readonly killedAt: number;
  /** Milliseconds from the kill until the other machine was ready. */
  readonly promotionMilliseconds: number;
}

interface MachineRoles {
  readonly server: Ship;
  readonly service: RunningService;
  readonly spare: Ship;
  readonly follower: RunningService;
}

const completeCopy = /copy of the database is complete/;

/**
 * Starts a service on the first ship and lets the second follow it; with `waits`, responses wait for the follower's
 * disk. After each kill the follower is promoted, serves at the same address and is verified, and the killed machine
 * then follows it.
 */
export async function startTwoMachines(
  [first, second]: readonly [Ship, Ship],
  { waits, variables = {} }: { readonly waits: boolean; readonly variables?: Readonly<Record<string, string>> },
): Promise<TwoMachines> {
  const [port, otherPort] = [String(await findFreePort()), String(await findFreePort())];
  const serving = { environment: { PORT: port, ...variables, ...(waits && { SPARE_WAIT: 'true' }) } };
  const following = { environment: { PORT: otherPort, ...variables } };
  let deaths = 0;
  let lastDeath: Takeover | undefined;

  async function begin(): Promise<MachineRoles> {
    const service = await first.serve(['serve'], serving);
    const follower = await startFollower(second, service.url, await createPairingCodeOn(first), following);
    if (waits) await service.says(/responses wait for the spare’s disk/);
    return { server: first, service, spare: second, follower };
  }

  async function takeTurns(before: Promise<MachineRoles>, milliseconds: number): Promise<MachineRoles> {
    await pause(milliseconds);
    const { server, service, spare, follower } = await before;
    assert.equal((await service.end('SIGKILL')).signal, 'SIGKILL');
    const killedAt = performance.now();
    const promoted = await spare.serve(['promote', '--yes'], serving);
    lastDeath = { killedAt, promotionMilliseconds: performance.now() - killedAt };
    assert.equal((await follower.ended).code, 0, follower.output());
    const [verified, back] = await Promise.all([
      spare.run(['verify']),
      startFollower(server, promoted.url, undefined, following),
    ]);
    assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
    if (waits) await promoted.says(/responses wait for the spare’s disk/);
    return { server: spare, service: promoted, spare: server, follower: back };
  }

  const roles = await begin();
  const { url } = roles.service;
  let current = Promise.resolve(roles);
  let resumed: Promise<unknown> = current;
  return {
    url,
    get deaths() {
      return deaths;
    },
    get lastDeath() {
      return lastDeath;
    },
    async alive() {
      for (;;) {
        const before = deaths;
        await resumed;
        if (deaths === before) return deaths;
      }
    },
    async running() {
      await resumed;
      return (await current).service;
    },
    kill(milliseconds, afterwards) {
      deaths += 1;
      current = takeTurns(current, milliseconds);
      resumed = current.then(afterwards);
    },
    async signalSpare(signal) {
      (await current).follower.signal(signal);
    },
    async settle() {
      const now = Date.now();
      const { spare } = await current;
      const lastAnswer = () => readFollowState(getSpareFolder(spare.data))?.lastAnswer ?? 0;
      await waitUntil('the spare has heard of everything', () => lastAnswer() > now);
    },
    async stop() {
      const { service, follower } = await current;
      assert.equal((await follower.end('SIGTERM')).code, 0, follower.output());
      assert.equal((await service.end('SIGTERM')).code, 0, service.output());
    },
  };
}

/** Follows a server until the copy is complete; without a code the machine must already be paired. */
export const startFollower = (
  spare: Ship,
  url: string,
  code?: string,
  options: Options = {},
): Promise<RunningService> =>
  spare.runUntil(['spare', 'run', url], completeCopy, {
    ...options,
    ...(code !== undefined && { input: `${code}\n` }),
  });

/** Creates a pairing code on the server. */
export async function createPairingCodeOn(server: Ship): Promise<string> {
  const { code, stdout, stderr } = await server.run(['spare', 'pair']);
  assert.equal(code, 0, stderr);
  return stdout.split('\n')[0] ?? '';
}
