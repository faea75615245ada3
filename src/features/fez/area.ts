import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { whenLevelChanges } from '#core/users/index.ts';
import { fezApi } from './api/index.ts';
import { fezHandlers } from './handlers/index.ts';
import { fezOpeners, fezSockets } from './live.ts';
import { welcomeToInboxes } from './shared-inboxes.ts';
import { verifyFezzes } from './verify.ts';

whenLevelChanges(welcomeToInboxes);

export const fez = area<Context, typeof fezApi, typeof fezSockets>({
  name: 'fez',
  api: fezApi,
  handlers: fezHandlers,
  sockets: fezSockets,
  openers: fezOpeners,
  verify: verifyFezzes,
});
