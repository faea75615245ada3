import type { LeftFile } from './cut-power.ts';
import type { Recorded } from './disk-events.ts';
import type { Fault } from './inspect.ts';
import type { Recording } from './recording.ts';

/** Something that is recorded once, and cut short again and again. */
export interface Scenario {
  readonly recording: Recording;
  /** Where a power cut leaves what it leaves; it's the folder that was recorded, since some files name paths. */
  readonly folder: string;
  /** Looks for what a power cut has broken; when `isThorough`, with the programs themselves too. */
  inspect(left: readonly LeftFile[], moment: number, isThorough: boolean): Promise<Fault[]>;
  /** How many writes were acknowledged in all. */
  readonly acknowledged: number;
  close(): void;
}

/** How something is recorded. */
export interface ScenarioOptions {
  readonly seed: number;
  /** How long people write. */
  readonly seconds: number;
  /** Plants a fault: what happened is changed as if the program had been written without care. */
  readonly change: (recorded: Recorded) => Recorded;
}
