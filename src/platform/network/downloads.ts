import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createLimiter } from '../limits/limiter.ts';

/** Downloads files from other machines. */
export interface Downloads {
  /**
   * Downloads an `http:` or `https:` URL, following redirects. Throws DownloadFailed if that takes too long, is too
   * large, leads to this machine or doesn't end with status 200.
   */
  fetch(address: string, limits: DownloadLimits): Promise<Download>;
}

/** Limits of a download, whatever the other side does. */
export interface DownloadLimits {
  /** For the whole download, redirects included. */
  readonly milliseconds: number;
  readonly maxBytes: number;
  /** Aborts the download. */
  readonly stopping?: AbortSignal;
  /** Sent in addition to the default headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The downloaded content. */
export interface Download {
  readonly bytes: Buffer;
  /** As reported by the other side. */
  readonly mediaType: string | undefined;
}

/** Why a download failed, as words that follow the address. */
export class DownloadFailed extends Error {
  /** Whether there was no response at all: usual at sea, and likely for other URLs of the host too. */
  readonly isUnreachable: boolean;

  constructor(reason: string, { isUnreachable = false } = {}) {
    super(reason);
    this.name = 'DownloadFailed';
    this.isUnreachable = isUnreachable;
  }
}

/** Whether a connection may go to this IP address. */
export type AddressCheck = (address: string) => boolean;

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** `mayReach` checks every address before connecting, whether it was given literally or resolved from a name. */
export function createDownloads(mayReach: AddressCheck = isOtherMachine): Downloads {
  return {
    async fetch(address, limits) {
      const late = AbortSignal.timeout(limits.milliseconds);
      const signal = limits.stopping ? AbortSignal.any([late, limits.stopping]) : late;
      try {
        return await followRedirects(address, limits, { signal, mayReach });
      } catch (error) {
        if (late.aborted)
          throw new DownloadFailed(`took longer than ${limits.milliseconds} ms`, { isUnreachable: true });
        if (signal.aborted) throw new DownloadFailed('was cancelled: the server is shutting down');
        throw toFailure(error);
      }
    },
  };
}

interface RequestLimits {
  readonly signal: AbortSignal;
  readonly mayReach: AddressCheck;
}

async function followRedirects(address: string, limits: DownloadLimits, passage: RequestLimits): Promise<Download> {
  let target = readTarget(address);
  for (let count = 0; count <= maxRedirects; count += 1) {
    const response = await send(target, limits, passage);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return read(response, limits.maxBytes);
    response.destroy();
    if (!redirects.has(statusCode) || headers.location === undefined)
      throw new DownloadFailed(`answered with status ${statusCode}`);
    target = readTarget(headers.location, target);
  }
  throw new DownloadFailed(`redirected more than ${maxRedirects} times`);
}

function readTarget(address: string, base?: URL): URL {
  const target = URL.parse(address, base?.href);
  if (target?.protocol === 'http:' || target?.protocol === 'https:') return target;
  throw new DownloadFailed(
    base ? "redirected to something that isn't an http or https address" : "isn't an http or https address",
  );
}

async function send(
  target: URL,
  { headers }: DownloadLimits,
  { signal, mayReach }: RequestLimits,
): Promise<IncomingMessage> {
  // Names are checked when they're resolved; an IP address isn't resolved.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) assertMayReach(mayReach, host);
  const request = target.protocol === 'https:' ? requestByHttps : requestByHttp;
  const sent = request(target, {
    agent: false,
    headers: { 'user-agent': 'Mozilla/5.0 (Gangway)', 'accept-encoding': 'identity', ...headers },
    lookup: createLookup(mayReach),
    signal,
  });
  // Callers that wait for or read the response get this error too; unhandled it would end the process.
  sent.on('error', () => {});
  sent.end();
  const [response] = await once(sent, 'response');
  return response;
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Download> {
  const { 'content-length': length, 'content-encoding': encoding, 'content-type': mediaType } = response.headers;
  try {
    if (encoding !== undefined && encoding !== 'identity')
      throw new DownloadFailed('sent compressed data despite the request headers');
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), mediaType };
  } finally {
    response.destroy();
  }
}

const tooLarge = (maxBytes: number) => new DownloadFailed(`is larger than ${maxBytes} bytes`);

/** Connects to the very address that was resolved and checked, so DNS rebinding can't redirect it. */
const createLookup =
  (mayReach: AddressCheck): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname, mayReach).then(
      (addresses) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

/**
 * The system's resolver reads the hosts file, which is all a ship without a name server has. It blocks a thread of the
 * pool that files and passwords need too, for many seconds if no name server answers; hence one at a time.
 */
const lookups = createLimiter('lookups of names', { maxRunning: () => 1, maxWaiting: 100 });

async function lookUp(hostname: string, mayReach: AddressCheck): Promise<LookupAddress[]> {
  const found = await lookups.run(() => lookup(hostname, { all: true }));
  for (const { address } of found) assertMayReach(mayReach, address);
  return found;
}

function assertMayReach(mayReach: AddressCheck, address: string): void {
  if (!mayReach(address)) throw new DownloadFailed(`points to this machine (${address})`);
}

/**
 * Addresses of this machine in every form, and those that can't belong to another machine. Other addresses in the
 * ship's network are allowed.
 */
const ownAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  ownAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  // The unspecified address, the loopback, and the obsolete form of IPv4 addresses.
  ['::', 96],
  // IPv4 addresses behind a translator or a tunnel (IPv4-translated, NAT64, 6to4, Teredo), which may lead back here.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  ownAddresses.addSubnet(network, prefix, 'ipv6');

/** Whether the address belongs to another machine. */
export function isOtherMachine(address: string): boolean {
  if (ownAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false;
  // Evaluated each time: a ship's machine gets other addresses in port.
  const own = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []))
    own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  return !own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Errors of sockets, name servers and certificates, by code. */
function toFailure(error: unknown): DownloadFailed {
  if (error instanceof DownloadFailed) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new DownloadFailed(`could not be reached (${code})`, { isUnreachable: true });
}
