/** The bytes of the log and the files that a waiting response needs on the spare's disk, counted from the start. */
interface WaitingResponse {
  bytes: number | undefined;
  readonly files: number;
  readonly resolve: () => void;
}

/** Responses that wait for the spare's disk. */
export interface SpareWait {
  /** True while responses wait; false while the spare is away or lags behind. */
  readonly isOn: boolean;
  /**
   * Resolves once everything committed so far is on the spare's disk, or the server goes on without the spare;
   * undefined if
   * there's no need to wait.
   */
  wait(): Promise<void> | undefined;
  /** Records how many bytes of the log are committed. New responses wait until the spare has as many. */
  recordCommitted(bytes: number): void;
  /** Records that a file was saved when this many bytes were committed. */
  recordSavedFile(committed: number): void;
  /** How many committed bytes may be sent: rows after the files they refer to, unless those take too long. */
  countSendable(): number;
  /** Records how many files have been saved; confirmed when the spare has all files of that listing. */
  readonly savedFiles: number;
  /**
   * Records how many bytes are on the spare's disk. If it keeps up, new responses wait for it again; `isOn` becomes
   * true
   * once it also has what earlier responses acknowledged.
   */
  confirmBytes(bytes: number, isClose: boolean): void;
  confirmFiles(count: number): void;
  /** Stops waiting when nothing was confirmed for two seconds; a timer calls it. */
  check(): void;
}

const maxMilliseconds = 2_000;
/** Rows are held back no longer than this, however large a file is or how slow the network. */
const maxMillisecondsForFile = 500;

/** A file that the spare may not have yet. */
interface UnsentFile {
  readonly number: number;
  /** Bytes committed before it was saved, so nothing in them refers to it. */
  readonly committed: number;
  readonly savedAt: number;
}

/** Files that the spare may not have yet, and how many committed bytes refer to none of them. */
function trackUnsentFiles(now: () => number) {
  let files: UnsentFile[] = [];

  function forgetSent(confirmed: number): void {
    files = files.filter(({ number, savedAt }) => number > confirmed && now() - savedAt < maxMillisecondsForFile);
  }

  return {
    add(file: UnsentFile, confirmed: number): void {
      forgetSent(confirmed);
      files.push(file);
    },
    countSendable(confirmed: number): number {
      forgetSent(confirmed);
      return files[0]?.committed ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** Counts what is on the spare's disk. Calls `report` when responses begin to wait and when they stop. */
export function createSpareWait(
  report: (isOn: boolean) => void,
  now: () => number = () => performance.now(),
): SpareWait {
  let waiters: WaitingResponse[] = [];
  const unsentFiles = trackUnsentFiles(now);
  let isOn = false;
  /** Bytes committed when responses began to wait again; undefined while they don't. */
  let resumedAt: { readonly bytes: number; readonly files: number } | undefined;
  let committedBytes = 0;
  let [confirmedBytes, confirmedFiles, savedFiles] = [0, 0, 0];
  let confirmedAt = now();

  function settle(): void {
    confirmedAt = now();
    const isSafe = ({ bytes, files }: WaitingResponse) =>
      bytes !== undefined && bytes <= confirmedBytes && files <= confirmedFiles;
    const safe = waiters.filter(isSafe);
    waiters = waiters.filter((waiter) => !isSafe(waiter));
    for (const { resolve } of safe) resolve();
  }

  function turn(on: boolean): void {
    if (on === isOn) return;
    isOn = on;
    report(on);
  }

  function resume(): void {
    if (resumedAt === undefined || confirmedBytes < resumedAt.bytes || confirmedFiles < resumedAt.files) return;
    resumedAt = undefined;
    turn(true);
  }

  const doWait = (): boolean => isOn || resumedAt !== undefined;

  return {
    get isOn() {
      return isOn;
    },
    get savedFiles() {
      return savedFiles;
    },
    wait() {
      if (!doWait()) return undefined;
      if (waiters.length === 0) confirmedAt = now();
      return new Promise((resolve) => void waiters.push({ bytes: undefined, files: savedFiles, resolve }));
    },
    recordCommitted(bytes) {
      committedBytes = bytes;
      for (const waiter of waiters) waiter.bytes ??= bytes;
    },
    recordSavedFile(committed) {
      savedFiles += 1;
      unsentFiles.add({ number: savedFiles, committed, savedAt: now() }, confirmedFiles);
    },
    countSendable: () => unsentFiles.countSendable(confirmedFiles),
    confirmBytes(bytes, isClose) {
      confirmedBytes = bytes;
      if (isClose && !isOn) resumedAt ??= { bytes: committedBytes, files: savedFiles };
      resume();
      settle();
    },
    confirmFiles(count) {
      confirmedFiles = Math.max(confirmedFiles, count);
      resume();
      settle();
    },
    check() {
      if (!doWait() || waiters.length === 0 || now() - confirmedAt < maxMilliseconds) return;
      resumedAt = undefined;
      turn(false);
      for (const { resolve } of waiters.splice(0)) resolve();
    },
  };
}
