/** The state of the spare, as the server knows it. */
export interface SpareState {
  /** The spare's address; undefined while none has ever followed. */
  readonly peer: string | undefined;
  readonly isAttached: boolean;
  /** When it attached, or when the server last heard from it if it's away. Undefined if that was before the start. */
  readonly since: Date | undefined;
  /** False while it copies the whole database. */
  readonly hasDatabase: boolean;
  /** Pictures and other files that it lacks; undefined while they're being compared. */
  readonly filesMissing: number | undefined;
  /** Data stored here but not yet on the spare's disk: bytes of the log, and the age of the oldest byte in milliseconds. */
  readonly lag: { readonly bytes: number; readonly milliseconds: number } | undefined;
  /** Whether responses wait for its disk. `given-up`: they should, but the server goes on without it. */
  readonly waiting: 'off' | 'on' | 'given-up';
}

/** Whether a spare has everything it needs to take over. */
export const isSpareComplete = ({ isAttached, hasDatabase, filesMissing }: SpareState): boolean =>
  isAttached && hasDatabase && filesMissing === 0;

/** Where areas find the state of the spare. */
export interface SpareReport {
  /** Undefined when none is paired, and when this process doesn't serve. */
  read(): SpareState | undefined;
  /** Asks the paired machine for its version. */
  askVersion(): Promise<PeerVersion>;
  /** Sets the source; the service does, once it runs. */
  readFrom(read: () => SpareState | undefined, askVersion: () => Promise<PeerVersion>): void;
}

/**
 * What a paired machine reports of its version: `unpaired` and `silent` when there is no response, `unknown` for 1.0.0.
 */
export type PeerVersion = { readonly version: string } | 'unpaired' | 'silent' | 'unknown';

/** A report before anything is known. */
export function createSpareReport(): SpareReport {
  let source: () => SpareState | undefined = () => undefined;
  let ask: () => Promise<PeerVersion> = async () => 'unpaired';
  return {
    read: () => source(),
    askVersion: () => ask(),
    readFrom(read, askVersion) {
      source = read;
      ask = askVersion;
    },
  };
}
