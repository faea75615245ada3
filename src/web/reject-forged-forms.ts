import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { forbidden } from '#contract/errors.ts';
import type { Incoming } from '#http/ports.ts';

const assertOwnForm = csrf({
  origin: (origin, { req }) => URL.canParse(origin) && new URL(origin).host === req.header('host'),
});

/** Checks the origin of a form, which browsers send. Throws 403 for a page of another host. */
export async function rejectForgedForms(incoming: Incoming, next: () => Promise<void>): Promise<void> {
  try {
    await assertOwnForm(incoming, async () => {});
  } catch (error) {
    // An error of the library's own, which would be treated as a defect.
    if (!(error instanceof HTTPException)) throw error;
    throw forbidden('crossSite', 'This form was sent from another site, so it was ignored.');
  }
  await next();
}
