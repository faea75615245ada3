// A process that works next to a server like a spare, so that a server without a spare is measured with an equally busy
// neighbour. The command line names its file. A message sets the fraction of time that it works from now on, measured
// by its CPU time; it ends with the process that sends them.
import { createCipheriv, randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';

/** A spare receives what has accumulated for this long. */
const tickMilliseconds = 50;
const pieceBytes = 32 * 1024;
/** The size at which a WAL restarts. */
const logBytes = 4 * 1024 * 1024;

const file = openSync(process.argv[2] ?? '', 'w');
const log = randomBytes(logBytes);
const key = randomBytes(32);
const nonce = randomBytes(12);
let offset = 0;
let ticks: NodeJS.Timeout | undefined;

/** Does a spare's work on a piece of the WAL: decrypts it, computes its checksum and writes it. */
function handlePiece(): void {
  const piece = createCipheriv('aes-256-gcm', key, nonce).update(log.subarray(offset, offset + pieceBytes));
  let sum = 0;
  for (let at = 0; at < piece.length; at += 4) sum = (sum + piece.readUInt32LE(at)) | 0;
  log.writeInt32LE(sum, offset);
  writeSync(file, piece, 0, piece.length, offset);
  offset = (offset + pieceBytes) % logBytes;
}

function usedMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Works immediately for each coming tick; time lost to other processes is made up later. */
function busyWait(share: number): void {
  clearInterval(ticks);
  const [start, used] = [performance.now(), usedMilliseconds()];
  const work = () => {
    const due = share * (performance.now() - start + tickMilliseconds);
    while (usedMilliseconds() - used < due) handlePiece();
  };
  work();
  ticks = setInterval(work, tickMilliseconds);
}

process.on('message', busyWait);
process.on('disconnect', () => process.exit());
