import { isAbsolute, join, resolve } from 'node:path';
import { readOpenPaths, readStrings, readSystemCalls, readWords, type SystemCall } from './trace.ts';

/** An operation on a path that affects the state after a power cut. */
export type ClientAction =
  | { readonly what: 'open'; readonly path: string; readonly creates: boolean; readonly truncates: boolean }
  /** Without an offset it adds to the end. */
  | { readonly what: 'write'; readonly path: string; readonly offset: number | undefined; readonly bytes: Buffer }
  | { readonly what: 'copy'; readonly path: string; readonly source: string; readonly length: number }
  | { readonly what: 'resize' | 'grow'; readonly path: string; readonly size: number }
  | { readonly what: 'rename' | 'link'; readonly path: string; readonly source: string }
  /** With `isDataOnly` it says nothing of other files. */
  | { readonly what: 'sync'; readonly path: string; readonly isDataOnly: boolean }
  | { readonly what: 'remove' | 'make-folder'; readonly path: string };

/** When an operation began and ended, in microseconds since 1970. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** An operation with its time. */
export type DiskEvent = ClientAction & Span;

/** A recording of programs: their operations below a folder, and the requests they answered. */
export interface Recorded {
  readonly events: DiskEvent[];
  /** When the response to a request left the program, by the id of the request. */
  readonly answers: Map<string, number>;
}

/** Reads traces of programs that ran in `folder`, merged by time. */
export async function readTraces(files: readonly string[], folder: string): Promise<Recorded> {
  const recorded: Recorded = { events: [], answers: new Map() };
  for (const file of files) {
    for await (const call of readSystemCalls(file)) {
      const deed = readClientAction(call, folder);
      if (deed && isInside(deed.path, folder)) recorded.events.push({ ...deed, begin: call.begin, end: call.end });
      else recordResponse(call, recorded.answers);
    }
  }
  recorded.events.sort((one, other) => one.begin - other.begin);
  return recorded;
}

const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}/`) || path === folder;

/** Returns the operation of a system call; undefined if it changes nothing persistent. Throws for an unknown call. */
function readClientAction(call: SystemCall, folder: string): ClientAction | undefined {
  const read = readersByCall[call.name];
  const deed = read?.(call, (name, index) => locatePath(call, folder, name, index));
  // SQLite rebuilds the WAL index at every start.
  return deed && 'path' in deed && deed.path.endsWith('-shm') && isContent(deed) ? undefined : deed;
}

const isContent = ({ what }: ClientAction): boolean => ['write', 'copy', 'resize', 'grow'].includes(what);

/** Returns the absolute path of a name; `index` says which of the open folders it's relative to. */
function locatePath({ parameters }: SystemCall, folder: string, name: Buffer | undefined, index: number): string {
  const text = name?.toString() ?? '';
  return isAbsolute(text) ? resolve(text) : join(readOpenPaths(parameters)[index] ?? folder, text);
}

type Locate = (name: Buffer | undefined, index: number) => string;
type Reader = (call: SystemCall, locate: Locate) => ClientAction | undefined;

const openReader: Reader = ({ parameters }, locate) => {
  const [creates, truncates] = [parameters.includes('O_CREAT'), parameters.includes('O_TRUNC')];
  if (!creates && !truncates) return undefined;
  return { what: 'open', path: locate(readStrings(parameters)[0], 0), creates, truncates };
};

/** Returns the first open file among the parameters. Other writes, such as those to a deleted file, are lost anyway. */
const openFile = ({ parameters }: SystemCall): string | undefined => {
  const [path] = readOpenPaths(parameters.slice(0, maxHead));
  return path !== undefined && isAbsolute(path) ? path : undefined;
};

/** The parameters after the first path may contain megabytes of content. */
const maxHead = 20_000;

const writeReader =
  (isPlaced: boolean): Reader =>
  (call) => {
    const path = openFile(call);
    if (path === undefined) return undefined;
    const bytes = Buffer.concat(readStrings(call.parameters)).subarray(0, call.result);
    const offset = isPlaced ? Number(readWords(call.parameters).at(-1)) : undefined;
    return { what: 'write', path, offset: offset === -1 ? undefined : offset, bytes };
  };

const resizeReader: Reader = (call) => {
  const path = openFile(call);
  return path === undefined ? undefined : { what: 'resize', path, size: Number(readWords(call.parameters).at(-1)) };
};

const syncReader: Reader = (call) => {
  const path = openFile(call);
  return path === undefined ? undefined : { what: 'sync', path, isDataOnly: call.name === 'fdatasync' };
};

const sourceAndTargetReader =
  (what: 'rename' | 'link'): Reader =>
  ({ parameters }, locate) => {
    const [source, path] = readStrings(parameters);
    return { what, source: locate(source, 0), path: locate(path, 1) };
  };

const nameReader =
  (what: 'remove' | 'make-folder'): Reader =>
  ({ parameters }, locate) => ({ what, path: locate(readStrings(parameters)[0], 0) });

const copyReader =
  (sourceIndex: 0 | 1): Reader =>
  ({ parameters, result }) => {
    const paths = readOpenPaths(parameters);
    const [source = '', path = ''] = [paths[sourceIndex], paths[1 - sourceIndex]];
    return isAbsolute(path) && result > 0 ? { what: 'copy', path, source, length: result } : undefined;
  };

const throwUnknownCall: Reader = ({ name, parameters }) => {
  throw new Error(`${name} is not understood: ${parameters.slice(0, 200)}`);
};

const readersByCall: Readonly<Record<string, Reader | undefined>> = {
  open: openReader,
  openat: openReader,
  write: writeReader(false),
  writev: writeReader(false),
  pwrite64: writeReader(true),
  pwritev: writeReader(true),
  copy_file_range: copyReader(0),
  sendfile: copyReader(1),
  ftruncate: resizeReader,
  fallocate(call) {
    const path = openFile(call);
    const [, , from, length] = readWords(call.parameters);
    return path === undefined ? undefined : { what: 'grow', path, size: Number(from) + Number(length) };
  },
  fsync: syncReader,
  fdatasync: syncReader,
  rename: sourceAndTargetReader('rename'),
  renameat: sourceAndTargetReader('rename'),
  renameat2: sourceAndTargetReader('rename'),
  link: sourceAndTargetReader('link'),
  linkat: sourceAndTargetReader('link'),
  unlink: nameReader('remove'),
  unlinkat: nameReader('remove'),
  rmdir: nameReader('remove'),
  mkdir: nameReader('make-folder'),
  mkdirat: nameReader('make-folder'),
  // Data files are memory-mapped for reading, but never for writing.
  mmap: (call, locate) =>
    /MAP_SHARED/.test(call.parameters) && /PROT_WRITE/.test(call.parameters) && !isIndexOfLog(call)
      ? throwUnknownCall(call, locate)
      : undefined,
  ioctl: (call, locate) => (/FICLONE/.test(call.parameters) ? throwUnknownCall(call, locate) : undefined),
  creat: throwUnknownCall,
  pwritev2: throwUnknownCall,
  truncate: throwUnknownCall,
  symlink: throwUnknownCall,
  symlinkat: throwUnknownCall,
  syncfs: throwUnknownCall,
};

const isIndexOfLog = (call: SystemCall): boolean => openFile(call)?.endsWith('-shm') ?? true;

const responseHeadPattern = /^HTTP\/1\.1 2[\s\S]*?\r\nx-request-id: (\S+)\r\n/i;
const maxHeadBytes = 4096;

function recordResponse({ name, parameters, begin }: SystemCall, answers: Map<string, number>): void {
  if (!name.startsWith('write')) return;
  const [first] = readStrings(parameters.slice(0, 4 * maxHeadBytes));
  const id = responseHeadPattern.exec(first?.toString('latin1') ?? '')?.[1];
  if (id !== undefined) answers.set(id, begin);
}
