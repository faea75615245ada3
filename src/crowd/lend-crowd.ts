import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { formatOrigin } from '#config/ship-address.ts';
import { systemClock } from '#platform/time/clock.ts';
import { createLink } from '#spare/follower/link.ts';
import { createLinkServer, isLinkUpgrade } from '#spare/wire/link-server.ts';
import { createPairingCode } from '#spare/wire/pairing.ts';
import { Crowd } from './crowd.ts';
import { CrowdReport, measureCrowd } from './measure-crowd.ts';
import type { ScratchSailing } from './scratch-sailing.ts';

/** Request of the machine that runs the crowd. */
const CrowdRequest = v.variant('ask', [
  v.object({ ask: v.literal('crowd') }),
  v.object({ ask: v.literal('report'), report: CrowdReport }),
]);
type CrowdRequest = v.InferOutput<typeof CrowdRequest>;

/** Where the copy is served, the people who use it, and for how long. */
const CrowdTask = v.object({ port: v.number(), isSecure: v.boolean(), seconds: v.number(), crowd: Crowd });
type CrowdTask = v.InferOutput<typeof CrowdTask>;

const Acknowledgement = v.object({});

/** A crowd that another machine may run. */
export interface RemoteCrowd {
  readonly port: number;
  /** The code lets another machine run the crowd once. */
  readonly code: string;
  /** The other machine's report. */
  readonly report: Promise<CrowdReport>;
  close(): void;
}

/** Lets another machine that has the code run the crowd, over a link like the spare's. */
export async function runCrowdOnOtherMachine(
  { url, crowd }: ScratchSailing,
  seconds: number,
  host: string,
): Promise<RemoteCrowd> {
  const { port, protocol } = new URL(url);
  const task: CrowdTask = { port: Number(port), isSecure: protocol === 'https:', seconds, crowd };
  const { promise: report, resolve } = Promise.withResolvers<CrowdReport>();
  const code = createPairingCode();
  const links = createLinkServer({
    readCode: () => code,
    readPeers: () => [],
    clock: systemClock,
    async answer(asked) {
      const question = v.parse(CrowdRequest, asked);
      if (question.ask === 'crowd') return { head: task };
      // Runs once this response has been sent.
      setImmediate(() => resolve(question.report));
      return { head: {} satisfies v.InferOutput<typeof Acknowledgement> };
    },
  });
  const server = createServer({ shouldUpgradeCallback: isLinkUpgrade }, (_request, response) => {
    response.writeHead(404).end('Call this address with `gangway crowd`.\n');
  });
  server.on('upgrade', (incoming, _socket, head) => links.accept(incoming, head));
  await once(server.listen(0, host), 'listening');
  return {
    // TCP servers have an AddressInfo.
    port: (server.address() as AddressInfo).port,
    code,
    report,
    close() {
      links.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Runs the crowd for the machine at `url` and reports the results to it. Throws PeerSilent if it doesn't respond. */
export async function runCrowdForPeer(
  url: string,
  code: string,
  show: (done: number, total: number) => void,
): Promise<CrowdReport> {
  const link = createLink<CrowdRequest>(url, code);
  try {
    const { port, isSecure, seconds, crowd } = (await link.ask({ ask: 'crowd' }, CrowdTask)).head;
    const report = await measureCrowd(formatOrigin(isSecure, new URL(url).hostname, port), crowd, seconds, show);
    await link.ask({ ask: 'report', report }, Acknowledgement);
    return report;
  } finally {
    link.close();
  }
}
