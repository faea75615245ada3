import { isIPv6 } from 'node:net';

/** Returns the usual form of an IPv4 address that a socket reports as an IPv6 one. */
export const toPlainAddress = (address: string): string => address.replace(/^::ffff:/, '');

/**
 * Returns the network under which an address is counted: the address itself for IPv4, the first half for IPv6, because
 * a device can have any number of addresses in the second half.
 */
export function getNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = [], after] = address.split('%')[0]?.split('::').map(splitGroups) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - before.length - (after?.length ?? 0))).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).map(normalizeGroup).join(':');
}

const splitGroups = (part: string): string[] => part.split(':').filter((group) => group !== '');
const normalizeGroup = (group: string): string => Number.parseInt(group, 16).toString(16);
