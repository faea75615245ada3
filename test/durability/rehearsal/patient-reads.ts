import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../support/client.ts';
import type { World } from '../soak/world.ts';

/** Repeats reads that an overloaded server rejected, after the time it asks for, as apps do. */
const repeatReads = (client: Client, onRejected: () => void): Client => ({
  ...client,
  async send(method, path, options) {
    for (;;) {
      const reply = await client.send(method, path, options);
      const seconds = reply.headers.get('retry-after');
      if (method !== 'GET' || reply.status !== 503 || seconds === null) return reply;
      onRejected();
      await pause(Number(seconds) * 1000);
    }
  },
});

/** Lets everyone repeat rejected reads; returns the same world otherwise. */
export function letReadsWait(world: World, onRejected: () => void): World {
  const sailors = world.sailors.map((sailor) => ({ ...sailor, client: repeatReads(sailor.client, onRejected) }));
  return { ...world, sailors, admin: { ...world.admin, client: repeatReads(world.admin.client, onRejected) } };
}
