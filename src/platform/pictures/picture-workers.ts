import { createLimiter } from '../limits/limiter.ts';
import type { Log } from '../observing/log.ts';
import { WorkerLost } from '../processes/worker-process.ts';
import { acceptedFormats, PictureRejected } from './picture-rejected.ts';
import type { PictureOptions, ProcessedPicture } from './process-picture.ts';
import { createWorkerPool } from './worker-pool.ts';
import type { Answer, PictureProcess, Task } from './worker-task.ts';

/** Decodes and draws pictures in separate processes, which start on demand. */
export interface PictureWorkers {
  /**
   * Converts an upload into the two stored pictures (core rules 116 to 121). Throws PictureRejected for an invalid
   * upload, LimiterFull if too many wait.
   */
  process(upload: Buffer, options: PictureOptions): Promise<ProcessedPicture>;
  /** The default picture of an account, as PNG (core rule 113). */
  drawIdenticon(id: string): Promise<Buffer>;
  /** A QR code of 1 to 512 characters, as PNG (core rule 114). */
  drawQrCode(text: string): Promise<Buffer>;
  /** Ends the processes, whatever they're doing. */
  stop(): void;
}

/** Milliseconds. */
export interface PictureTimeouts {
  /** CPU time for the first attempt at a picture: a busy or slow machine is no reason to reject one. */
  readonly first: number;
  /** CPU time of the second attempt. */
  readonly second: number;
  /** Wall-clock time for either: a worker that takes longer hangs. */
  readonly hanging: number;
  /** Idle timeout of workers. */
  readonly idle: number;
}

const defaultTimeouts: PictureTimeouts = { first: 5_000, second: 25_000, hanging: 150_000, idle: 60_000 };

/**
 * Bytes that decoding may take. The first attempt is enough for any phone's 12 megapixels except AVIF: WebP and
 * progressive JPEG need 85 MB. The second is enough for that AVIF, and for WebP of 50 megapixels.
 */
const memory = { first: 90_000_000, second: 280_000_000, secondPerByteOfFile: 4 } as const;
const maxPicturesWaiting = 256;
const maxDrawingsWaiting = 1_000;

const tooMuch = 'This picture takes too much time or memory to open. Try a smaller one or a standard JPEG.';
const damaged = `This picture is damaged or in the wrong format. Save it again as ${acceptedFormats}.`;

/**
 * Every picture has two attempts: a brief one with little memory by one of two workers, and if that fails, one with
 * more of both by its own worker. Only one picture at a time has its second attempt, so slow ones hold up each other,
 * and others for no longer than a first attempt.
 */
export function createPictureWorkers(log: Log, timeouts: PictureTimeouts = defaultTimeouts): PictureWorkers {
  const pool = createWorkerPool({ memoryBytes: memory.first, idleMilliseconds: timeouts.idle });
  const pictures = createLimiter('pictures', { maxRunning: () => 2, maxWaiting: maxPicturesWaiting });
  const costlyPictures = createLimiter('large pictures', { maxRunning: () => 1, maxWaiting: maxPicturesWaiting });
  const drawings = createLimiter('drawings', { maxRunning: () => 1, maxWaiting: maxDrawingsWaiting });

  /** Undefined if the worker was lost during the task. */
  async function ask(worker: PictureProcess, task: Task, processorMilliseconds: number): Promise<Answer | undefined> {
    try {
      const answer = await worker.ask(task, timeouts.hanging, processorMilliseconds);
      pool.release(worker);
      return answer;
    } catch (error) {
      pool.end(worker);
      pool.assertNotStopped();
      if (!(error instanceof WorkerLost)) throw error;
      log.warn({ work: task.work, reason: error.message }, 'abandoned a picture process');
      return undefined;
    }
  }

  async function askBriefly(task: Task): Promise<Answer | undefined> {
    return ask(await pool.borrow(), task, timeouts.first);
  }

  async function askPatiently(task: Task, bytes: number): Promise<Answer | undefined> {
    return ask(await pool.borrowLarger(memory.second + memory.secondPerByteOfFile * bytes), task, timeouts.second);
  }

  async function draw(task: Task): Promise<Buffer> {
    const answer = await drawings.run(() => askBriefly(task));
    if (answer?.outcome === 'drawn') return answer.png;
    throw describeDefect(task, answer);
  }

  return {
    async process(upload, options) {
      const task: Task = { work: 'process picture', upload, options };
      const first = await pictures.run(() => askBriefly(task));
      if (first && first.outcome !== 'failed') return readPicture(task, first);
      // Decoders report a lack of memory in different ways, so any failure may be one.
      return readPicture(task, await costlyPictures.run(() => pictures.run(() => askPatiently(task, upload.length))));
    },
    drawIdenticon: (id) => draw({ work: 'draw identicon', id }),
    drawQrCode: (text) => draw({ work: 'draw QR code', text }),
    stop: () => pool.stop(),
  };
}

/** Throws PictureRejected for every result that is the picture's fault. */
function readPicture(task: Task, answer: Answer | undefined): ProcessedPicture {
  switch (answer?.outcome) {
    case 'processed':
      return answer.picture;
    case 'rejected':
      throw new PictureRejected(answer.sentence);
    case 'failed':
      throw new PictureRejected(/memory|alloc|no space/i.test(answer.reason) ? tooMuch : damaged);
    case undefined:
      throw new PictureRejected(tooMuch);
    default:
      throw describeDefect(task, answer);
  }
}

function describeDefect({ work }: Task, answer: Answer | undefined): Error {
  const details = answer?.outcome === 'defect' ? answer.stack : (answer?.outcome ?? 'its process was lost');
  return new Error(`to ${work} went wrong: ${details}`);
}
