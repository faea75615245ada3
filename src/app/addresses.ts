import { networkInterfaces } from 'node:os';
import type { Config } from '#config/config.ts';
import { isLoopback } from '#config/env.ts';

/** Addresses of this machine in its networks, IPv4 first, without those that lead nowhere but to itself or its own cable. */
function listOwnAddresses(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = found.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return outside.toSorted((one, other) => one.family.localeCompare(other.family)).map(({ address }) => address);
}

const formatHost = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** Under which addresses phones reach a service that listens at this one of its own; none when only this machine does. */
export function listAddressesForPhones(
  { host }: Pick<Config, 'host'>,
  url: string,
  ownAddresses: readonly string[] = listOwnAddresses(),
): string[] {
  if (isLoopback(host)) return [];
  const reached = { '0.0.0.0': ownAddresses.filter((address) => !address.includes(':')), '::': ownAddresses }[host];
  const { protocol, port } = new URL(url);
  return (reached ?? [host]).map((address) => `${protocol}//${formatHost(address)}${port && `:${port}`}`);
}
