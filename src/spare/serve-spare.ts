import type { Hono } from 'hono';
import { AppError, forbidden } from '#contract/errors.ts';
import { type Environment, type Incoming, readClientAddress } from '#http/ports.ts';
import { spareAddress } from './follower/link.ts';
import type { SpareService } from './service.ts';
import { receiveQuestion } from './wire/receive.ts';

/** Answers the paired machine. */
export function serveSpare(app: Hono<Environment>, spare: Pick<SpareService, 'answer'>): void {
  app.post(spareAddress, async ({ env: { incoming } }: Incoming) => {
    const sealed = await receiveQuestion(incoming);
    const answer = sealed && (await spare.answer(sealed, readClientAddress(incoming, [])));
    if (!answer) throw forbidden('This machine is not paired with the one that asks.');
    return new Response(answer, { headers: { 'content-type': 'application/octet-stream' } });
  });
}

/** Tells everybody that another machine has taken over. */
export function rejectSinceReplaced(app: Hono<Environment>): void {
  app.all('*', () => {
    throw new AppError('unavailable', 'Another machine serves now: please try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  });
}
