import type { FileAfterCut } from './cut-power.ts';
import type { Recorded } from './disk-events.ts';
import type { Fault } from './inspect.ts';
import type { Recording } from './recording.ts';

/** A scenario that is recorded once and cut off many times. */
export interface Scenario {
  readonly recording: Recording;
  /** Folder of the state after a power cut; the same as the recorded one, since some files contain paths. */
  readonly folder: string;
  /** Looks for damage; when `isThorough`, with the real programs too. */
  inspect(left: readonly FileAfterCut[], moment: number, isThorough: boolean): Promise<Fault[]>;
  /** How many writes were acknowledged in all. */
  readonly acknowledged: number;
  close(): void;
}

/** Options of a recording. */
export interface ScenarioOptions {
  readonly seed: number;
  /** How long people write. */
  readonly seconds: number;
  /** Plants a fault: changes the recording as if the program had a bug. */
  readonly change: (recorded: Recorded) => Recorded;
}
