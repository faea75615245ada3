// A process that works next to a box as a spare would, so that a box without a spare is measured with as busy a neighbour.
// Its file comes from the command line. A message says for what part of the time it works from now on, by the processor
// time that it uses; it ends with who sends them.
import { createCipheriv, randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';

/** A spare gets what has gathered for so long. */
const tickMilliseconds = 50;
const pieceBytes = 32 * 1024;
/** As far as a log grows before it begins again. */
const logBytes = 4 * 1024 * 1024;

const file = openSync(process.argv[2] ?? '', 'w');
const log = randomBytes(logBytes);
const key = randomBytes(32);
const nonce = randomBytes(12);
let offset = 0;
let ticks: NodeJS.Timeout | undefined;

/** What a spare does with a piece of the log: takes off the seal, adds up the words, writes it down. */
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

/** Works at once for each tick to come; who was kept from the processor has the rest to do later. */
function workFor(share: number): void {
  clearInterval(ticks);
  const [start, used] = [performance.now(), usedMilliseconds()];
  const work = () => {
    const due = share * (performance.now() - start + tickMilliseconds);
    while (usedMilliseconds() - used < due) handlePiece();
  };
  work();
  ticks = setInterval(work, tickMilliseconds);
}

process.on('message', workFor);
process.on('disconnect', () => process.exit());
