import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { WebSocket } from 'ws';
import { isLoopback } from '#config/env.ts';
import { listSettingWarnings } from '#config/setting-warnings.ts';
import { apiPrefix } from '#contract/endpoint.ts';
import { getSelfCheckPath, selfCheckFrame } from '#http/self-check.ts';
import { type CheckInput, createFaultyFinding, createReadyFinding, type Finding, isRunning } from './line.ts';

const maxMilliseconds = 3_000;

/** Checks that phones reach this service at EXTERNAL_URL, with calls and with sockets. */
export async function checkAddress({ context: { config }, service }: CheckInput): Promise<Finding> {
  const { externalURL, isDevelopment } = config;
  const [unset] = listSettingWarnings(config).filter(({ about }) => about === 'address');
  if (unset) return createFaultyFinding(unset.sentence);
  if (isLoopback(new URL(externalURL).hostname) && !isDevelopment)
    return createFaultyFinding(
      `EXTERNAL_URL is ${externalURL}, which phones can't reach: set it to the address phones use.`,
    );
  if (!isRunning(service))
    return createFaultyFinding('The address can only be tested while the service is running.', service.command);
  const call = await callHealth(externalURL);
  if (call !== 200) return createFaultyFinding(explainCall(externalURL, call));
  const socket = await openSocket(externalURL, service.runID);
  if (socket !== 'open') return createFaultyFinding(explainSocket(externalURL, socket));
  return createReadyFinding(`Requests and sockets to ${externalURL} reach this service.`);
}

/** Returns the status, or what went wrong. Another line checks the certificate. */
function callHealth(url: string): Promise<number | string> {
  const request = url.startsWith('https:') ? requestSecurely : requestPlainly;
  // A socket timeout wouldn't start before the TLS handshake is complete.
  const signal = AbortSignal.timeout(maxMilliseconds);
  const options = { rejectUnauthorized: false, agent: false, signal } as const;
  return new Promise((resolve) => {
    const asked = request(`${url}${apiPrefix}/client/health`, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', (error) => resolve(signal.aborted ? 'no response' : describe(error)));
    asked.end();
  });
}

const describe = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? (reasonsByCode[error.code] ?? error.message) : error.message;

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'name not found by this machine’s name server',
  EAI_AGAIN: 'no response from the name server',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route',
  ENETUNREACH: 'no route',
};

function explainCall(url: string, found: number | string): string {
  if (typeof found === 'string')
    return `${url} can't be reached (${found}): check the name, the port, the firewall and any proxy.`;
  return `${url} responds with ${found}: the proxy can't reach this service, or another program uses that address.`;
}

/** Returns `open`, the status of a rejection, or what went wrong. */
function openSocket(url: string, runID = ''): Promise<'open' | number | string> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${getSelfCheckPath(runID)}`, {
    rejectUnauthorized: false,
    handshakeTimeout: maxMilliseconds,
  });
  return new Promise<'open' | number | string>((resolve) => {
    socket.on('message', (data) => resolve(String(data) === selfCheckFrame ? 'open' : 'unexpected frame'));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', (error) => resolve(describe(error)));
    socket.on('close', () => resolve('closed before any frame arrived'));
    setTimeout(() => resolve('no frame arrived'), maxMilliseconds).unref();
  }).finally(() => socket.terminate());
}

function explainSocket(url: string, found: number | string): string {
  if (found === 404)
    return `${url} responds, but its sockets don't reach this service: make the proxy forward Upgrade and Connection (\`gangway service show nginx.conf\`), or check whether another machine uses that address.`;
  return `${url} responds, but a socket fails (${found}): make the proxy forward Upgrade and Connection (\`gangway service show nginx.conf\`).`;
}
