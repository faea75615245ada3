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
  const { protocol, port } = new URL(url);
  const build = (name: string): string => `${protocol}//${name}${port === '' ? '' : `:${port}`}`;
  const canonical = canonicalHostnames.find((name) => !isLoopback(name));
  if (canonical !== undefined) return build(canonical);
  if (host !== undefined && isOutside(host)) return `${protocol}//${host}`;
  const own = isOpenToAll(config.host) ? findOwnAddress() : undefined;
  return own === undefined ? url : build(own);
}

const isOutside = (host: string): boolean =>
  URL.canParse(`http://${host}`) && !isLoopback(new URL(`http://${host}`).hostname);

const isOpenToAll = (host: string): boolean => host === '0.0.0.0' || host === '::';

function findOwnAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}
