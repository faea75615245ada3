import { createSocket } from 'node:dgram';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Announces to the neighbours in a network who has an address now. */
export interface Announcer {
  /**
   * Announces the host of this URL while this machine has had its address for a few calls only; call it each second.
   */
  check(url: string): void;
}

/** Sends something to a neighbour from an address of this machine. */
export type SendToNeighbour = (from: string, neighbour: string) => void;

const announcements = 5;
/** Some of the chosen neighbours may be known already, and then they aren't asked for. */
const neighboursPerRound = 4;

/**
 * Phones go on sending to the machine that had an address before, for up to a minute, until they learn who has it. They
 * learn it when the new machine asks for a neighbour it doesn't know: the system does that for any packet, without
 * special rights. IPv4 only; names and loopback addresses are ignored.
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

/** Any address of the network except its first and last, which no host has. */
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
  // The address may be gone again, or the host may be down: either is fine.
  socket.on('error', () => socket.close());
  socket.bind({ address: from }, () => socket.send('', discardPort, neighbour, () => socket.close()));
}
