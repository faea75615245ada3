import * as v from 'valibot';
import { version } from '#platform/machine/version.ts';

/** Both machines need the same program and the same message format. Increase this when either changes. */
export const protocolVersion = `${version}, messages of form 4`;

const ChecksumPair = v.tuple([v.number(), v.number()]);

/** A position in the server's log (`wal-frames.ts`). */
export const LogPositionMessage = v.object({ log: v.string(), offset: v.number(), checksum: ChecksumPair });

const Session = v.string();
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A machine's question to its peer. */
export const PeerRequest = v.variant('ask', [
  v.object({
    ask: v.literal('hello'),
    /** `protocolVersion` of the asking machine. */
    version: v.string(),
    /** Where the asking machine serves once it's promoted: its port, and whether over TLS. */
    port: v.number(),
    isSecure: v.boolean(),
    generation: v.number(),
    /** Identifies the asking machine, whatever connection the question comes by. */
    machine: v.string(),
  }),
  v.object({
    ask: v.literal('log'),
    session: Session,
    place: LogPositionMessage,
    /** Files the spare lacks; absent while it compares them. */
    filesMissing: v.optional(v.number()),
  }),
  v.object({ ask: v.literal('base'), session: Session }),
  v.object({
    ask: v.literal('blocks'),
    session: Session,
    from: bytes,
    /** Concatenated, in base64. */
    hashes: v.string(),
  }),
  v.object({ ask: v.literal('files'), session: Session, isWhole: v.boolean() }),
  v.object({ ask: v.literal('file'), session: Session, folder: v.string(), name: v.string() }),
  v.object({ ask: v.literal('step-down'), session: Session, generation: v.number() }),
  /** The successor serves from now on, or it has given up and never will under this generation. */
  v.object({ ask: v.literal('end-hand-over'), session: Session, generation: v.number(), hasSucceeded: v.boolean() }),
  v.object({ ask: v.literal('state') }),
]);
export type PeerRequest = v.InferOutput<typeof PeerRequest>;

export const HelloAnswer = v.object({
  session: Session,
  installation: v.string(),
  generation: v.number(),
  isSecure: v.boolean(),
  /** The server's clock, in milliseconds since 1970. */
  now: v.number(),
});

/** The part of the log after a position. */
export const LogChunkMessage = v.object({
  /** The server doesn't know the position: the copy needs a new base. */
  needsBase: v.boolean(),
  /** Bytes of the log that the body decompresses to. */
  bytes,
  /** Whether the body begins a new compressed stream; if not, it continues the one before. */
  beginsStream: v.boolean(),
  /** The name of the next log, if this one has ended. */
  nextLog: v.optional(v.string()),
  /** Whether this chunk ends at the last commit. */
  isAtEnd: v.boolean(),
  /** The server's clock when it answered, and when it last committed, in milliseconds since 1970. */
  now: v.number(),
  newestCommit: v.number(),
});
export type LogChunkMessage = v.InferOutput<typeof LogChunkMessage>;

/** The database file while nothing is checkpointed into it, and its log. */
export const DatabaseFiles = v.object({ log: v.string(), size: bytes });

/** Which of the requested blocks differ; the body has their bytes, concatenated. */
export const Blocks = v.object({ differing: v.array(bytes) });

export const FileEntry = v.object({ folder: v.string(), name: v.string(), size: bytes });
export type FileEntry = v.InferOutput<typeof FileEntry>;

/** The files of the folders that have changed since the session last asked. */
export const Files = v.object({ folders: v.array(v.string()), files: v.array(FileEntry) });
export type Files = v.InferOutput<typeof Files>;

/** A file; the body has its bytes. */
export const File = v.object({ isGone: v.boolean() });

/** Where the log of a server that has stepped down ends. */
export const SteppedDown = v.object({ end: v.optional(LogPositionMessage) });

/** Whether the machine that stepped down serves again. */
export const HandoverEnded = v.object({ serves: v.boolean() });

export const roles = ['serves', 'follows', 'replaced'] as const;

export const State = v.object({
  role: v.picklist(roles),
  /** Absent from machines that run 1.0.0. */
  version: v.optional(v.string()),
  generation: v.number(),
  /** Whether the spare is attached and has everything. */
  isWell: v.boolean(),
  /** Lines for people. */
  lines: v.array(v.string()),
});
export type State = v.InferOutput<typeof State>;

/** Why a question is declined, and whether a new session may do better. */
export const DeclineReason = v.object({ problem: v.string(), mayRetry: v.boolean() });
