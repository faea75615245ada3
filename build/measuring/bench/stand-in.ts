// Simulates a spare's work, so that a server without a spare is measured next to an equally busy process. The command
// line names the file it writes. Each message sets the fraction of time to work from now on, measured by CPU time. The
// process ends with its parent.
import { createCipheriv, randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';

/** A spare receives the WAL in pieces that have accumulated for this long. */
const tickMilliseconds = 50;
const pieceBytes = 32 * 1024;
/** Size at which a WAL starts over. */
const logBytes = 4 * 1024 * 1024;

const file = openSync(process.argv[2] ?? '', 'w');
const log = randomBytes(logBytes);
const key = randomBytes(32);
const nonce = randomBytes(12);
let offset = 0;
let ticks: NodeJS.Timeout | undefined;

/** Does a spare's work for one piece of the WAL: decrypts it, computes its checksum and writes it. */
function handlePiece(): void {
  const piece = createCipheriv('aes-256-gcm', key, nonce).update(log.subarray(offset, offset + pieceBytes));
  let sum = 0;
  for (let at = 0; at < piece.length; at += 4) sum = (sum + piece.readUInt32LE(at)) | 0;
  log.writeInt32LE(sum, offset);
  writeSync(file, piece, 0, piece.length, offset);
  offset = (offset + pieceBytes) % logBytes;
}

function readUsedMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Works at every tick. Catches up later on time lost to other processes. */
function busyWait(share: number): void {
  clearInterval(ticks);
  const [start, used] = [performance.now(), readUsedMilliseconds()];
  const work = () => {
    const due = share * (performance.now() - start + tickMilliseconds);
    while (readUsedMilliseconds() - used < due) handlePiece();
  };
  work();
  ticks = setInterval(work, tickMilliseconds);
}

process.on('message', busyWait);
process.on('disconnect', () => process.exit());
