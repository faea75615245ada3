import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError, forbidden } from '#contract/errors.ts';
import { type Environment, type Incoming, readClientAddress } from '#http/ports.ts';
import { spareAddress } from './follower/link.ts';
import type { SpareService } from './service.ts';

const maxQuestionBytes = 64 * 1024;

/** Answers the paired machine; once it has taken over, everybody else is told so. */
export function serveSpare(app: Hono<Environment>, spare: SpareService): void {
  app.post(spareAddress, bodyLimit({ maxSize: maxQuestionBytes }), async (incoming: Incoming) => {
    const sealed = Buffer.from(await incoming.req.arrayBuffer());
    const answer = await spare.answer(sealed, readClientAddress(incoming.env.incoming, []));
    if (!answer) throw forbidden('This machine is not paired with the one that asks.');
    return new Response(new Uint8Array(answer), { headers: { 'content-type': 'application/octet-stream' } });
  });
  app.use(async (_incoming, next) => {
    if (spare.isReplaced()) {
      throw new AppError('unavailable', 'Another machine serves now: please try again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    }
    await next();
  });
}
