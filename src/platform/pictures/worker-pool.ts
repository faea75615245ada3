import { AppError } from '#contract/errors.ts';
import { startWorkerProcess } from '../processes/worker-process.ts';
import { type PictureProcess, pictureProgram } from './worker-task.ts';

/** The worker processes of an instance, each lent to one task at a time. */
export interface WorkerPool {
  /** Returns a worker that may use `memoryBytes` of the options: an idle one, or a new one. */
  borrow(): Promise<PictureProcess>;
  /** Starts a worker with this memory limit; it ends when it's returned. */
  borrowLarger(memoryBytes: number): Promise<PictureProcess>;
  release(worker: PictureProcess): void;
  end(worker: PictureProcess): void;
  /** Ends all workers, and lends no more. */
  stop(): void;
  /** Throws `unavailable` once the pool has been stopped. */
  assertNotStopped(): void;
}

export interface WorkerPoolOptions {
  /** Bytes that an ordinary worker may use for pictures. */
  readonly memoryBytes: number;
  /** Idle timeout of workers. */
  readonly idleMilliseconds: number;
}

export function createWorkerPool({ memoryBytes, idleMilliseconds }: WorkerPoolOptions): WorkerPool {
  const running = new Set<PictureProcess>();
  const idle = new Map<PictureProcess, NodeJS.Timeout>();
  let stopped = false;

  function assertNotStopped(): void {
    if (stopped) throw new AppError('unavailable', 'The server is shutting down.');
  }

  async function start(bytes: number): Promise<PictureProcess> {
    assertNotStopped();
    const worker = await startWorkerProcess(pictureProgram, bytes);
    running.add(worker);
    if (stopped) end(worker);
    return worker;
  }

  function takeIdle(): PictureProcess | undefined {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isRunning()) return worker;
      running.delete(worker);
    }
    return undefined;
  }

  function end(worker: PictureProcess): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    running.delete(worker);
    worker.end();
  }

  return {
    borrow: async () => takeIdle() ?? (await start(memoryBytes)),
    borrowLarger: start,
    release(worker) {
      if (worker.memoryBytes > memoryBytes) end(worker);
      else idle.set(worker, setTimeout(() => end(worker), idleMilliseconds).unref());
    },
    end,
    stop() {
      stopped = true;
      for (const worker of running) end(worker);
    },
    assertNotStopped,
  };
}
