// The thread in which pictures are decoded that the picture library cannot read. It does one task and ends.
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeHeic } from './heic-decoder.ts';
import { decodeJxl, type Measures, measureJxl } from './jxl-decoder.ts';

interface Input {
  /** The compiled decoder, one of `decoderLibraries`. */
  readonly library: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What can be asked of the thread. */
export type DecoderTask =
  | (Input & { readonly work: 'decode HEIC'; readonly profile: Uint8Array | undefined })
  | (Input & { readonly work: 'measure JPEG XL' })
  | (Input & { readonly work: 'decode JPEG XL'; readonly maxRows: number });

/** What it answers. */
export interface DecoderResults {
  readonly 'decode HEIC': Uint8Array;
  readonly 'measure JPEG XL': Measures;
  readonly 'decode JPEG XL': Uint8Array[];
}

/** In bytes; a decoder that asks for more gets none and gives up. To measure goes on beside other work. */
const maxMemory = { 'decode HEIC': 330_000_000, 'measure JPEG XL': 120_000_000, 'decode JPEG XL': 330_000_000 };
const pageBytes = 65_536;

function perform(task: DecoderTask): DecoderResults[DecoderTask['work']] {
  switch (task.work) {
    case 'decode HEIC':
      return decodeHeic(task.library, task.bytes, task.profile);
    case 'measure JPEG XL':
      return measureJxl(task.library, task.bytes);
    case 'decode JPEG XL':
      return decodeJxl(task.library, task.bytes, task.maxRows);
  }
}

/** Large answers are handed over rather than copied. */
function buffersIn(result: unknown): ArrayBuffer[] {
  const parts: unknown[] = Array.isArray(result) ? result : [result];
  return parts.flatMap((part) => (part instanceof Uint8Array && part.buffer instanceof ArrayBuffer ? part.buffer : []));
}

const task: DecoderTask = workerData;
// The limits of a thread do not count this memory, and neither library takes a bound of its own. The flag holds for the
// whole process, which compiles nothing else and runs one decoder at a time.
setFlagsFromString(`--wasm-max-mem-pages=${Math.floor(maxMemory[task.work] / pageBytes)}`);
const result = perform(task);
parentPort?.postMessage(result, buffersIn(result));
