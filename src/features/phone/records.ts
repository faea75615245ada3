import * as v from 'valibot';
import { instant, optionalInput, text } from '#contract/fields.ts';
import type { PhoneSocketServerAddress } from '#core/notifications/records.ts';

/** An address with zone and port fits; it is handed on to the phone that is called, so it has an end. */
const maxAddress = 100;

/** Where the caller's device listens for a direct call; an empty address counts as none (libraries, Validation). */
export const PhoneSocketServerAddressInput = v.pipe(
  v.object({
    ipV4Addr: optionalInput(text('ipV4Addr', 0, maxAddress)),
    ipV6Addr: optionalInput(text('ipV6Addr', 0, maxAddress)),
  }),
  v.rawTransform<CallerAddress, CallerAddress>(({ dataset, addIssue, NEVER }) => {
    const { ipV4Addr, ipV6Addr } = dataset.value;
    if (ipV4Addr || ipV6Addr) return { ...(ipV4Addr && { ipV4Addr }), ...(ipV6Addr && { ipV6Addr }) };
    addIssue({ message: 'must hold ipV4Addr or ipV6Addr' });
    return NEVER;
  }),
);
export type CallerAddress = v.InferOutput<typeof PhoneSocketServerAddress>;

/** Tells both sides of a relayed call that they are connected. */
export const PhoneSocketStartData = v.strictObject({ phonecallStartTime: instant });
export type PhoneSocketStartData = v.InferOutput<typeof PhoneSocketStartData>;
