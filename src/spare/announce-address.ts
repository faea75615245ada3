import { createSocket } from 'node:dgram';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Announces to the neighbours in a network which machine has an address now. */
export interface Announcer {
  /**
   * Announces the host of this URL, but only in the first few calls after this machine got that address. Call it every
   * second.
   */
  check(url: string): void;
}

/** Sends something to a neighbour from an address of this machine. */
export type SendToNeighbour = (from: string, neighbour: string) => void;

const announcements = 5;
/** Some of the chosen neighbours may be known already; the system doesn't ask for those. */
const neighboursPerRound = 4;

/**
 * For up to a minute, phones keep sending to the machine that had the address before. They learn about the new machine
 * when it asks for a neighbour it doesn't know, which the system does for any packet, without special rights. IPv4
 * only;
 * names and loopback addresses are ignored.
 */
export function createAnnouncer(
  list: typeof networkInterfaces = networkInterfaces,
  send: SendToNeighbour = sendNothing,
): Announcer {
  let done = 0;
  return {
    check(url) {
      const found = findInterface(list(), new URL(url).hostname);
      if (!found) done = 0;
      if (!found || done === announcements) return;
      done += 1;
      for (let sent = 0; sent < neighboursPerRound; sent += 1) send(found.address, pickNeighbourAddress(found));
    },
  };
}

const findInterface = (all: ReturnType<typeof networkInterfaces>, host: string): NetworkInterfaceInfo | undefined =>
  Object.values(all)
    .flatMap((ofOne) => ofOne ?? [])
    .find(({ address, family, internal }) => address === host && family === 'IPv4' && !internal);

/** Returns an address of the network except its first and last, which no host has. */
function pickNeighbourAddress({ address, netmask }: NetworkInterfaceInfo): string {
  const mask = readAddress(netmask);
  const others = 2 ** 32 - mask - 2;
  const first = readAddress(address) - (readAddress(address) % (2 ** 32 - mask)) + 1;
  return writeAddress(first + Math.floor(Math.random() * Math.max(1, others)));
}

const readAddress = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const writeAddress = (address: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');

/** A port that no program reads (discard). */
const discardPort = 9;

function sendNothing(from: string, neighbour: string): void {
  const socket = createSocket('udp4');
  // The address may be gone again, or the host may be down; neither matters.
  socket.on('error', () => socket.close());
  socket.bind({ address: from }, () => socket.send('', discardPort, neighbour, () => socket.close()));
}
