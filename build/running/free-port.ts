import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system issues by itself, to anyone on the machine and at any moment. */
const [first, last] = [20_000, 30_000];

/** A port of this machine that nothing listens on, and that is not given to anything that does not ask for it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
