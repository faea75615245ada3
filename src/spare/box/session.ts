import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { LogOffset, LogPlace } from '../log/frames.ts';
import { createPacker, type Packer } from '../wire/packing.ts';
import type { FileList } from './file-list.ts';

/** What the box knows of the spare that follows it. Each time a spare begins to follow it is another session. */
export interface Session {
  readonly id: string;
  readonly files: FileList;
  /** Where the spare answers once it serves. */
  readonly peer: string;
  /** Names the machine, however it is reached. */
  readonly machine: string;
  /** What is safe on the spare's disk; undefined while it takes a base. */
  safe: LogPlace | undefined;
  /** Packs the log, with what was packed before for this session. */
  readonly packer: Packer;
  /** The spare has unpacked all of it when it asks for what follows this place; undefined before there is anything. */
  packedTo: LogOffset | undefined;
  /** While the database is compared nothing may be moved into it. */
  isTakingBase: boolean;
  /** Files that the spare says it lacks; undefined while it compares them. */
  filesMissing: number | undefined;
  /** How many saved files the last listing took in. */
  listedFiles: number;
  /** When the spare last asked, by the steady clock in milliseconds. */
  seenAt: number;
  /** Since when, for people. */
  readonly since: Date;
}

/** A session that has just begun. */
export const createSession = (files: FileList, who: Pick<Session, 'peer' | 'machine'>, clock: Clock): Session => ({
  id: randomUUID(),
  files,
  ...who,
  safe: undefined,
  packer: createPacker(),
  packedTo: undefined,
  isTakingBase: false,
  filesMissing: undefined,
  listedFiles: 0,
  seenAt: clock.steadyNow(),
  since: new Date(),
});
