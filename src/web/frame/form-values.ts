import * as v from 'valibot';

/** A number as it was typed; what is none is left to the call to reject. */
export const typedNumber = v.pipe(
  v.string(),
  v.transform((text) => (text.trim() === '' ? Number.NaN : Number(text))),
);

/** A box that was ticked or not. */
export const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text !== ''),
);

/** A text that may be left empty; undefined then. */
export const typedOrNothing = v.pipe(
  v.string(),
  v.transform((text): string | undefined => (text.trim() === '' ? undefined : text)),
);
