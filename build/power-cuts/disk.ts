import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { DiskEvent, Span } from './disk-events.ts';

/** A change of a file's content. */
export type Change = Span & ({ readonly offset: number; readonly bytes: Buffer } | { readonly size: number });

/** A file, whatever its name. */
export interface FileNode {
  readonly kind: 'file';
  /** The content when recording began, safely on disk. */
  readonly before: Buffer;
  readonly changes: Change[];
  readonly syncs: Span[];
  size: number;
}

/** A folder, whatever its name. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly before: ReadonlyMap<string, Node>;
  readonly syncs: Span[];
  readonly names: Map<string, Node>;
}

export type Node = FileNode | FolderNode;

/** An atomic set of name changes; without a node the name is deleted. */
export interface Renaming extends Span {
  readonly entries: readonly { readonly folder: FolderNode; readonly name: string; readonly node: Node | undefined }[];
}

/** The full history of a folder on a disk. */
export interface Disk {
  readonly root: FolderNode;
  readonly renamings: Renaming[];
  /** Whether syncs include metadata, not just data. */
  readonly syncs: Span[];
}

/** Reads a folder in its current state, all of it safely on disk. */
export function readDisk(folder: string): Disk {
  return { root: readFolder(folder), renamings: [], syncs: [] };
}

function readFolder(folder: string): FolderNode {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = new Map(
    entries.map((entry): [string, Node] => {
      const path = join(folder, entry.name);
      return [entry.name, entry.isDirectory() ? readFolder(path) : createFile(readFileSync(path))];
    }),
  );
  return { kind: 'folder', before: new Map(names), syncs: [], names };
}

const createFile = (before: Buffer = Buffer.alloc(0)): FileNode => ({
  kind: 'file',
  before,
  changes: [],
  syncs: [],
  size: before.length,
});

const createFolder = (): FolderNode => ({ kind: 'folder', before: new Map(), syncs: [], names: new Map() });

/** Adds the operations below `folder` to a disk. */
export function applyEvents(disk: Disk, folder: string, events: Iterable<DiskEvent>): void {
  const find = (path: string): Node | undefined => findNode(disk.root, relative(folder, path));

  function rename(span: Span, ...changes: (readonly [path: string, node: Node | undefined])[]): void {
    const entries = changes.flatMap(([path, node]) => {
      const parent = find(dirname(path));
      return parent?.kind === 'folder' ? [{ folder: parent, name: basename(path), node }] : [];
    });
    for (const { folder, name, node } of entries) {
      if (node) folder.names.set(name, node);
      else folder.names.delete(name);
    }
    disk.renamings.push({ begin: span.begin, end: span.end, entries });
  }

  function change(path: string, make: (file: FileNode) => Change | undefined): void {
    const file = find(path);
    // Writes to a file that was deleted while open are lost.
    if (file?.kind !== 'file') return;
    const made = make(file);
    if (!made) return;
    file.changes.push(made);
    file.size = computeSizeAfter(file.size, made);
  }

  for (const event of events) applyEvent(event, { disk, find, rename, change });
}

interface ChangeHandlers {
  readonly disk: Disk;
  find(path: string): Node | undefined;
  rename(span: Span, ...changes: (readonly [path: string, node: Node | undefined])[]): void;
  change(path: string, make: (file: FileNode) => Change | undefined): void;
}

function applyEvent(event: DiskEvent, { disk, find, rename, change }: ChangeHandlers): void {
  const { begin, end, path } = event;
  switch (event.what) {
    case 'open':
      if (event.creates && !find(path)) rename(event, [path, createFile()]);
      else if (event.truncates) change(path, ({ size }) => (size > 0 ? resizeTo(event, 0) : undefined));
      break;
    case 'write':
      change(path, ({ size }) => ({ begin, end, offset: event.offset ?? size, bytes: event.bytes }));
      break;
    case 'copy':
      change(path, ({ size }) => copyBytes(event, find(event.source), size));
      break;
    case 'resize':
      change(path, () => resizeTo(event, event.size));
      break;
    case 'grow':
      change(path, ({ size }) => (event.size > size ? resizeTo(event, event.size) : undefined));
      break;
    case 'make-folder':
      rename(event, [path, createFolder()]);
      break;
    case 'remove':
      rename(event, [path, undefined]);
      break;
    case 'link':
      rename(event, [path, find(event.source)]);
      break;
    case 'rename':
      rename(event, [event.source, undefined], [path, find(event.source)]);
      break;
    case 'sync':
      find(path)?.syncs.push({ begin, end });
      if (!event.isDataOnly) disk.syncs.push({ begin, end });
  }
}

const resizeTo = ({ begin, end }: Span, size: number): Change => ({ begin, end, size });

function copyBytes(
  { begin, end, length }: Span & { length: number },
  source: Node | undefined,
  offset: number,
): Change {
  if (source?.kind !== 'file') throw new Error('a file was copied that is not known');
  return { begin, end, offset, bytes: readAll(source).subarray(offset, offset + length) };
}

/** Returns the size of a file after a change. */
export const computeSizeAfter = (size: number, change: Change): number =>
  'bytes' in change ? Math.max(size, change.offset + change.bytes.length) : change.size;

/** Returns the final content of a file. */
export function readAll({ before, changes, size }: FileNode): Buffer {
  const largest = changes.reduce((largest, change) => Math.max(largest, computeSizeAfter(0, change)), before.length);
  const content = Buffer.alloc(Math.max(largest, size));
  before.copy(content);
  for (const change of changes) {
    if ('bytes' in change) change.bytes.copy(content, change.offset);
    else content.fill(0, change.size);
  }
  return content.subarray(0, size);
}

/** Returns the node at a path relative to a folder in the final state. */
export function findNode(root: FolderNode, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (node?.kind !== 'folder') return undefined;
    node = node.names.get(name);
  }
  return node;
}
