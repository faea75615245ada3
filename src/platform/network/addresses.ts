import { isIPv6 } from 'node:net';

/** The usual form of an IPv4 address that a socket shows as an IPv6 one. */
export const toPlainAddress = (address: string): string => address.replace(/^::ffff:/, '');

/**
 * The network that an address is counted under: itself for IPv4, and the first half of an IPv6 address, of whose other
 * half every device has as many as it likes.
 */
export function getNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = [], after] = address.split('%')[0]?.split('::').map(splitGroups) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - before.length - (after?.length ?? 0))).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).map(normalizeGroup).join(':');
}

const splitGroups = (part: string): string[] => part.split(':').filter((group) => group !== '');
const normalizeGroup = (group: string): string => Number.parseInt(group, 16).toString(16);
