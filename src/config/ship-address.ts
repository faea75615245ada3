import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';
import { isLoopback } from './env.ts';

type AddressSettings = Pick<Config, 'externalURL' | 'canonicalHostnames' | 'host' | 'tls'>;

/**
 * Returns the URL at which phones on board reach the service that listens at `url`: the configured one, else the host a
 * browser used, else the machine's own network address; `url` itself if they can't reach it.
 */
export function findShipAddress(config: AddressSettings, url: string, host?: string): string {
  const { externalURL, canonicalHostnames } = config;
  if (!isLoopback(new URL(externalURL).hostname)) return externalURL;
  const canonical = canonicalHostnames.find((name) => !isLoopback(name));
  if (canonical !== undefined) return replaceHost(url, canonical);
  if (host !== undefined && isReachableFromOutside(host)) return `${new URL(url).protocol}//${host}`;
  const [own = url] = listAddressesForPhones(config, url);
  return own;
}

/** The listen address. */
export const formatOrigin = (isSecure: boolean, host: string, port: number | string): string =>
  `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

function replaceHost(url: string, host: string): string {
  const { protocol, port } = new URL(url);
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}${port === '' ? '' : `:${port}`}`;
}

const isReachableFromOutside = (host: string): boolean =>
  URL.canParse(`http://${host}`) && !isLoopback(new URL(`http://${host}`).hostname);

/**
 * Returns the URLs at which other machines reach a service that listens at `url`, IPv4 first; empty if only this
 * machine can.
 */
export function listAddressesForPhones(
  { host }: Pick<Config, 'host'>,
  url: string,
  ownAddresses: readonly string[] = listOwnAddresses(),
): string[] {
  if (isLoopback(host)) return [];
  const reached = { '0.0.0.0': ownAddresses.filter((address) => !address.includes(':')), '::': ownAddresses }[host];
  return (reached ?? [host]).map((address) => replaceHost(url, address));
}

/** Returns this machine's network addresses, except loopback and link-local ones. */
function listOwnAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = addresses.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return outside.toSorted((one, other) => one.family.localeCompare(other.family)).map(({ address }) => address);
}
