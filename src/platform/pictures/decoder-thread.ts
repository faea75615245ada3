import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { insideExecutable, readEmbedded } from '../embedded-files.ts';
import type { DecoderResults, DecoderTask } from './decoder-worker.ts';

/** The compiled decoders, as `readEmbedded` finds them; the build takes them along. */
export const decoderLibraries = {
  heic: 'node_modules/libheif-js/libheif-wasm/libheif.wasm',
  jxl: 'node_modules/jxl-oxide-wasm/jxl_oxide_wasm_bg.wasm',
} as const;

/** The thread's program inside the executable: decoder-worker.ts with all that it imports. */
export const bundledWorker = 'decoder-worker.cjs';

type Work = DecoderTask['work'];
type Input<Kind extends Work> = Omit<Extract<DecoderTask, { work: Kind }>, 'work' | 'library'>;

/**
 * Lets a new thread do one task and ends it, also in the middle when the signal is aborted. Decoders can crash in there
 * without harm; what they throw is thrown here, and an AbortError for the signal.
 */
export async function askDecoder<Kind extends Work>(
  work: Kind,
  input: Input<Kind>,
  signal: AbortSignal,
): Promise<DecoderResults[Kind]> {
  const worker = startWorker(work, input);
  // A crash that comes after the answer or the abort interests nobody, but unheard it would end the process.
  worker.on('error', () => undefined);
  try {
    const answered = once(worker, 'message', { signal });
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('the decoder ended without an answer');
    });
    const [result] = await Promise.race([answered, ended]);
    return result;
  } finally {
    await worker.terminate();
  }
}

function startWorker(work: Work, input: Input<Work>): Worker {
  // Copies to be handed over: to send a piece of a larger buffer is to copy all of that.
  const bytes = new Uint8Array(input.bytes);
  const library = new Uint8Array(readEmbedded(decoderLibraries[work === 'decode HEIC' ? 'heic' : 'jxl']));
  const program = insideExecutable
    ? readEmbedded(bundledWorker).toString('utf8')
    : new URL('decoder-worker.ts', import.meta.url);
  return new Worker(program, {
    eval: insideExecutable,
    workerData: { ...input, work, bytes, library },
    transferList: [bytes.buffer, library.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    // What decoders have to say about a file is not for the log.
    stdout: true,
    stderr: true,
  });
}
