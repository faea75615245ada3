/** How the spare is, as the machine that serves knows it. */
export interface SpareState {
  /** Where the spare answers; undefined while none has ever followed. */
  readonly peer: string | undefined;
  readonly isAttached: boolean;
  /** Since when it is attached; of one that is away when it was last heard of, undefined where that was before the start. */
  readonly since: Date | undefined;
  /** False while it takes the database anew. */
  readonly hasDatabase: boolean;
  /** Pictures and other files that it lacks; undefined while they are compared. */
  readonly filesMissing: number | undefined;
  /** What is stored and not yet on its disk: bytes of the log, and the age of the oldest in milliseconds. */
  readonly lag: { readonly bytes: number; readonly milliseconds: number } | undefined;
  /** Do answers wait for its disk? `given-up`: they should, but the machine goes on without it. */
  readonly waiting: 'off' | 'on' | 'given-up';
}

/** Has a spare everything that it needs to take over? */
export const isSpareComplete = ({ isAttached, hasDatabase, filesMissing }: SpareState): boolean =>
  isAttached && hasDatabase && filesMissing === 0;

/** Where areas ask how the spare is. */
export interface SpareReport {
  /** Undefined where none is paired, and where nothing is served. */
  read(): SpareState | undefined;
  /** Asks the paired machine which version it runs. */
  askVersion(): Promise<PeerVersion>;
  /** Says who knows; the service does, once it runs. */
  readFrom(read: () => SpareState | undefined, askVersion: () => Promise<PeerVersion>): void;
}

/** What a paired machine says of its version: `unpaired` and `silent` where there is no answer, `unknown` of 1.0.0. */
export type PeerVersion = { readonly version: string } | 'unpaired' | 'silent' | 'unknown';

/** A report of which nobody knows anything yet. */
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
