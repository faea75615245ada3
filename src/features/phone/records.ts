import * as v from 'valibot';
import { instant, line, optionalInput } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import type { PhoneSocketServerAddress } from '#core/notifications/records.ts';

/**
 * The length limit of an address in characters: an address with zone and port fits. It's passed to the called phone.
 */
const maxAddress = 100;

/** Where the caller's device listens for a direct call. An empty address counts as none (libraries, Validation). */
export const PhoneSocketServerAddressInput = v.pipe(
  inputRecord('PhoneSocketServerAddressInput', {
    ipV4Addr: v.pipe(
      optionalInput(line('ipV4Addr', 0, maxAddress)),
      v.description('IPv4 address, with or without a port'),
    ),
    ipV6Addr: v.pipe(
      optionalInput(line('ipV6Addr', 0, maxAddress)),
      v.description('IPv6 address, with or without zone and port'),
    ),
  }),
  v.check(({ ipV4Addr, ipV6Addr }) => Boolean(ipV4Addr || ipV6Addr), 'One of ipV4Addr and ipV6Addr must be given.'),
  v.transform(
    ({ ipV4Addr, ipV6Addr }): CallerAddress => ({ ...(ipV4Addr && { ipV4Addr }), ...(ipV6Addr && { ipV6Addr }) }),
  ),
);
/** Returns the addresses that aren't empty. */
export type CallerAddress = v.InferOutput<typeof PhoneSocketServerAddress>;

/** Sent to both sides of a relayed call once they are connected. */
export const PhoneSocketStartData = record('PhoneSocketStartData', {
  phonecallStartTime: v.pipe(instant, v.description('When the call was connected')),
});
export type PhoneSocketStartData = v.InferOutput<typeof PhoneSocketStartData>;
