import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { locateFolders } from '#config/config.ts';
import { createLink } from '#spare/follower/link.ts';
import { Files, HelloAnswer, protocolVersion } from '#spare/wire/messages.ts';
import { createPairingCode, readPairing, savePairing } from '#spare/wire/pairing.ts';

/** What one connection of a spare sent, piece by piece, in base64. */
export type Recording = readonly string[];

/** Pairs a machine with the service and records what it sends, until the service has stored it as its peer. */
export async function recordPairedMachine(url: string, dataFolder: string): Promise<readonly Recording[]> {
  const code = createPairingCode();
  savePairing(locateFolders(dataFolder).secrets, { code });
  const recordings: Buffer[][] = [];
  const tap = createServer((near) => {
    const recording: Buffer[] = [];
    recordings.push(recording);
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('data', (bytes) => recording.push(bytes));
    near.pipe(far).pipe(near);
  });
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  // Servers that listen on a host and port have an AddressInfo.
  const link = createLink(`http://127.0.0.1:${(tap.address() as AddressInfo).port}`, code);
  try {
    const hello = { version: protocolVersion, port: 1, isSecure: false, generation: 0, machine: 'of the siege' };
    const { head } = await link.ask({ ask: 'hello', ...hello }, HelloAnswer);
    await link.ask({ ask: 'files', session: head.session, isWhole: true }, Files);
  } finally {
    link.close();
    tap.close();
  }
  return recordings.map((recording) => recording.map((bytes) => bytes.toString('base64')));
}

/** The address of the paired machine, as stored by the service. */
export const readPeer = (dataFolder: string): string | undefined =>
  readPairing(locateFolders(dataFolder).secrets)?.peer;

/** How a recording is changed before it is replayed. */
export type Variant = 'verbatim' | 'truncated' | 'flipped';

/** Timeouts of a replay: for the upgrade, and for the response to each piece. */
const [upgradeMilliseconds, pieceMilliseconds] = [5_000, 200];

/**
 * Replays a recording from this address, and waits for a response after each piece like the spare did. Returns the
 * status of the upgrade.
 */
export async function replay(url: string, from: string, recording: Recording, variant: Variant): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1');
  });
  for (const [index, piece] of changePieces(recording, variant).entries()) {
    if (socket.destroyed) break;
    socket.write(piece);
    const patience = index === 0 ? upgradeMilliseconds : pieceMilliseconds;
    await Promise.race([once(socket, 'data').catch(() => {}), closed, delay(patience)]);
  }
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer';
}

function changePieces(recording: Recording, variant: Variant): Buffer[] {
  const pieces = recording.map((piece) => Buffer.from(piece, 'base64'));
  if (variant === 'verbatim') return pieces;
  // The first piece is the unencrypted upgrade request.
  const index = Math.min(pieces.length - 1, 1 + Math.floor(Math.random() * pieces.length));
  const piece = pieces[index];
  if (!piece) return pieces;
  const place = Math.floor(Math.random() * piece.length);
  if (variant === 'truncated') return [...pieces.slice(0, index), piece.subarray(0, place)];
  piece[place] = (piece[place] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
  return pieces;
}
