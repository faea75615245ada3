import type { Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { Environment } from '#http/ports.ts';

/** Answers every request with an error: another machine has taken over. */
export function rejectAllRequests(app: Hono<Environment>): void {
  app.all('*', () => {
    throw new AppError('unavailable', 'Another machine is taking over. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  });
}
