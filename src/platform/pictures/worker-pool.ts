import { AppError } from '#contract/errors.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** The worker processes of an instance, each lent to one task at a time. */
export interface WorkerPool {
  /** A worker that may use `memoryBytes` of the options: one that has nothing to do, or a new one. */
  borrow(): Promise<WorkerProcess>;
  /** A new worker that may use so many bytes; it ends when it is given back. */
  borrowLarger(memoryBytes: number): Promise<WorkerProcess>;
  giveBack(worker: WorkerProcess): void;
  end(worker: WorkerProcess): void;
  /** Ends all workers, and lends no more. */
  stop(): void;
  /** Throws `unavailable` once the pool has been stopped. */
  assertNotStopped(): void;
}

export interface WorkerPoolOptions {
  /** Bytes that an ordinary worker may use for pictures. */
  readonly memoryBytes: number;
  /** Workers that have had nothing to do for so long end. */
  readonly idleMilliseconds: number;
}

export function createWorkerPool({ memoryBytes, idleMilliseconds }: WorkerPoolOptions): WorkerPool {
  const running = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  let stopped = false;

  function assertNotStopped(): void {
    if (stopped) throw new AppError('unavailable', 'The server is going down.');
  }

  async function start(bytes: number): Promise<WorkerProcess> {
    assertNotStopped();
    const worker = await startWorkerProcess(bytes);
    running.add(worker);
    if (stopped) end(worker);
    return worker;
  }

  function takeIdle(): WorkerProcess | undefined {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isRunning()) return worker;
      running.delete(worker);
    }
    return undefined;
  }

  function end(worker: WorkerProcess): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    running.delete(worker);
    worker.end();
  }

  return {
    borrow: async () => takeIdle() ?? (await start(memoryBytes)),
    borrowLarger: start,
    giveBack(worker) {
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
