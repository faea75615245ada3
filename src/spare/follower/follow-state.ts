import type { FileFetching } from './fetch-files.ts';
import { type FollowState, readFollowState, saveFollowState } from './slots.ts';

/** What is known of the server, stored on disk. */
export interface StateKeeper {
  readonly state: FollowState | undefined;
  begin(state: FollowState): void;
  /** Durable changes are written at once, others once a second. */
  change(change: Partial<FollowState>, isDurable: boolean): void;
  /** Writes changes that haven't been written yet. */
  flush(): void;
}

const pauseMilliseconds = 1_000;

/** Stores what is known of a server in the spare's folder. */
export function createStateKeeper(spareFolder: string, files: FileFetching): StateKeeper {
  let state = readFollowState(spareFolder);
  let savedAt = 0;

  function save(isDurable: boolean): void {
    savedAt = performance.now();
    if (state) saveFollowState(spareFolder, state, isDurable);
  }

  return {
    get state() {
      return state;
    },
    begin(first) {
      state ??= first;
    },
    change(change, isDurable) {
      if (!state) return;
      state = { ...state, ...change, filesMissing: files.missing };
      if (isDurable || performance.now() - savedAt >= pauseMilliseconds) save(isDurable);
    },
    flush: () => save(true),
  };
}
