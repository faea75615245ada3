import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openShip } from '../../../support/ship.ts';
import { logIn, writeRegistrationCodes } from '../../soak/world.ts';
import type { RehearsalPart, Stage } from '../stage.ts';
import { newcomerCount } from './embarkation.ts';

/** On the last day the crew exports the users, and the next sailing starts with them. */
export function createNextSailingPart({ machines, ships, variables, world }: Stage): RehearsalPart {
  return {
    promise: 'The next sailing starts with everyone who was on this one',
    target: 'all, and they log in',
    async figure() {
      const ship = ships[machines.deaths % 2 === 0 ? 0 : 1];
      const next = openShip();
      try {
        const file = join(ship.folder, 'users.zip');
        const exported = await ship.run(['export', 'users', file], { environment: variables });
        assert.equal(exported.code, 0, exported.stderr);
        // The next sailing imports only users whose registration code is valid there too.
        writeRegistrationCodes(next, world.sailors.length + newcomerCount);
        const before = await next.serve();
        await before.end('SIGTERM');
        const imported = await next.run(['import', 'users', file]);
        assert.equal(imported.code, 0, imported.stderr);
        const service = await next.serve();
        for (const { name } of world.sailors) await logIn(service.url, name);
        await service.end('SIGTERM');
        return `${world.sailors.length} people`;
      } finally {
        next.close();
      }
    },
  };
}
