import { networkInterfaces } from 'node:os';
import type { Config } from './config.ts';
import { isLoopback } from './env.ts';

type Addressed = Pick<Config, 'externalURL' | 'canonicalHostnames' | 'host' | 'tls'>;

/**
 * The address by which phones on board reach the service that listens at `url`: what the settings say, else the host by
 * which a browser came, else the machine's own address in its network; `url` itself where it is out of their reach.
 */
export function findShipAddress(config: Addressed, url: string, host?: string): string {
  const { externalURL, canonicalHostnames } = config;
  if (!isLoopback(new URL(externalURL).hostname)) return externalURL;
  const canonical = canonicalHostnames.find((name) => !isLoopback(name));
  if (canonical !== undefined) return replaceHost(url, canonical);
  if (host !== undefined && isOutside(host)) return `${new URL(url).protocol}//${host}`;
  const [own = url] = listAddressesForPhones(config, url);
  return own;
}

/** The address of one who listens there. */
export const formatOrigin = (isSecure: boolean, host: string, port: number | string): string =>
  `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

function replaceHost(url: string, host: string): string {
  const { protocol, port } = new URL(url);
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}${port === '' ? '' : `:${port}`}`;
}

const isOutside = (host: string): boolean =>
  URL.canParse(`http://${host}`) && !isLoopback(new URL(`http://${host}`).hostname);

/** Under which addresses other machines reach a service that listens at `url`, IPv4 first; none when only this one does. */
export function listAddressesForPhones(
  { host }: Pick<Config, 'host'>,
  url: string,
  ownAddresses: readonly string[] = listOwnAddresses(),
): string[] {
  if (isLoopback(host)) return [];
  const reached = { '0.0.0.0': ownAddresses.filter((address) => !address.includes(':')), '::': ownAddresses }[host];
  return (reached ?? [host]).map((address) => replaceHost(url, address));
}

/** Addresses of this machine in its networks, without those that lead nowhere but to itself or its own cable. */
function listOwnAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = addresses.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  return outside.toSorted((one, other) => one.family.localeCompare(other.family)).map(({ address }) => address);
}
