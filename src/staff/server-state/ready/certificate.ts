import { isIP } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';
import { getCruise, getCruiseEnd } from '#core/ship-time/index.ts';
import { type CheckInput, createFault, createFaultyFinding, type Fault, type Finding, formatDay } from './line.ts';

const maxMilliseconds = 3_000;

/** Checks that the certificate phones get is for their name, from an authority they know, and valid to the last day. */
export async function checkCertificate({ context }: CheckInput): Promise<Finding> {
  const { externalURL } = context.config;
  const { hostname, port, protocol } = new URL(externalURL);
  if (protocol !== 'https:')
    return createFaultyFinding(
      "EXTERNAL_URL doesn't start with https:, so anyone on the WiFi can read passwords and messages: set TLS_CERT, TLS_KEY and EXTERNAL_URL, or add certificate to READY_WITHOUT.",
    );
  const host = hostname.replaceAll(/[[\]]/g, '');
  const shown = await readCertificate(host, Number(port || 443));
  if (typeof shown === 'string') return createFaultyFinding(`${externalURL} presents no certificate (${shown}).`);
  const end = getCruiseEnd(getCruise(context));
  return {
    faults: [...listFaults(shown, host, end, context.clock.now())],
    sentence: `Valid for ${host} until ${formatDay(new Date(shown.certificate.valid_to))}.`,
  };
}

interface PresentedCertificate {
  readonly certificate: PeerCertificate;
  /** Returns why a phone wouldn't trust it; undefined if it would. */
  readonly distrust: string | undefined;
}

/** Returns the certificate that a connection gets, or why there is none. */
function readCertificate(host: string, port: number): Promise<PresentedCertificate | string> {
  // Sends the server name, as phones do; SNI doesn't allow an address.
  const names = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...names, rejectUnauthorized: false, timeout: maxMilliseconds }, () => {
      const { authorizationError } = socket;
      resolve({
        certificate: socket.getPeerCertificate(),
        distrust: authorizationError ? String(authorizationError) : undefined,
      });
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error('no response')));
    socket.on('error', (error) => resolve(error.message));
  });
}

/** Faults that the line's other sentences describe better. */
const describedByOtherFaults = /EXPIRED|NOT_YET_VALID|ALTNAME/;

function* listFaults(
  { certificate, distrust }: PresentedCertificate,
  host: string,
  end: Date,
  now: Date,
): Iterable<Fault> {
  const [from, to] = [new Date(certificate.valid_from), new Date(certificate.valid_to)];
  const reload = 'sudo systemctl reload gangway';
  if (checkServerIdentity(host, certificate))
    yield createFault(
      `The certificate is for ${certificate.subjectaltname ?? 'no name'}, but phones call ${host}: get one for that name, then reload.`,
      reload,
    );
  if (from > now) yield createFault(`The certificate isn't valid before ${formatDay(from)}: check the clock.`, 'date');
  if (to < end)
    yield createFault(
      `The certificate expires ${formatDay(to)}, before the sailing ends (${formatDay(end)}): renew it, then reload.`,
      reload,
    );
  if (distrust !== undefined && !describedByOtherFaults.test(distrust))
    yield createFault(
      `Phones don't trust the certificate (${distrust}): use one from a trusted authority, with the full chain, then reload.`,
      reload,
    );
}
