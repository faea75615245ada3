import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#crowd/random.ts';
import {
  type Change,
  computeSizeAfter,
  type Disk,
  type FileNode,
  type FolderNode,
  type Node,
  type Renaming,
} from './disk.ts';
import type { Span } from './disk-events.ts';

/** A file after a power cut, with its history. */
export interface FileAfterCut {
  readonly path: string;
  readonly content: Buffer;
  readonly node: FileNode;
}

/**
 * Writes a possible state of the disk after a power cut at this moment into a new folder. README.md says what is safe,
 * and what isn't. Returns the files.
 */
export function cutPower(disk: Disk, moment: number, random: Random, target: string): FileAfterCut[] {
  const keepName = random.onceIn(2)
    ? chooseRenamesLikeExt4(disk, moment, random)
    : chooseRenamesLikePosix(moment, random);
  const names = new Map<FolderNode, Map<string, Node>>();
  const namesOf = (folder: FolderNode): Map<string, Node> => {
    const known = names.get(folder) ?? new Map(folder.before);
    names.set(folder, known);
    return known;
  };
  for (const renaming of disk.renamings) {
    if (renaming.begin > moment || !keepName(renaming)) continue;
    for (const { folder, name, node } of renaming.entries) {
      if (node) namesOf(folder).set(name, node);
      else namesOf(folder).delete(name);
    }
  }

  function write(folder: FolderNode, path: string): void {
    mkdirSync(path, { mode: 0o700 });
    for (const [name, node] of namesOf(folder)) {
      const place = join(path, name);
      if (node.kind === 'folder') {
        write(node, place);
        continue;
      }
      const content = name.endsWith('-shm') ? randomBytes(random) : computeRemainingContent(node, moment, random);
      writeFileSync(place, content, { mode: 0o600 });
      left.push({ path: place, content, node });
    }
  }

  const left: FileAfterCut[] = [];
  write(disk.root, target);
  return left;
}

/** The WAL index has no durability guarantees. */
const randomBytes = (random: Random): Buffer => Buffer.alloc(32_768, random.uuid());

/** The latest moment before which all changes are safe; none before the first sync. */
const findLastSync = (syncs: readonly Span[], moment: number): number =>
  syncs.reduce((last, { begin, end }) => (end <= moment ? Math.max(last, begin) : last), Number.NEGATIVE_INFINITY);

/** This behaves like ext4: name changes are ordered, and every sync includes all earlier changes. */
function chooseRenamesLikeExt4(
  { syncs, renamings }: Disk,
  moment: number,
  random: Random,
): (renaming: Renaming) => boolean {
  const safe = findLastSync(syncs, moment);
  const open = renamings.filter(({ begin, end }) => end > safe && begin <= moment);
  const kept = new Set(open.slice(0, chooseSome(open.length, random)));
  return (renaming) => renaming.end <= safe || kept.has(renaming);
}

/** POSIX allows this: a name is safe once its folder was synced; any other name may exist or not. */
function chooseRenamesLikePosix(moment: number, random: Random): (renaming: Renaming) => boolean {
  const share = random.oneOf([0, 0.5, 0.9, 1]);
  const safeBefore = new Map<FolderNode, number>();
  const isSafe = ({ end, entries }: Renaming): boolean =>
    entries.some(({ folder }) => {
      const safe = safeBefore.get(folder) ?? findLastSync(folder.syncs, moment);
      safeBefore.set(folder, safe);
      return end <= safe;
    });
  return (renaming) => isSafe(renaming) || random.fraction() < share;
}

/** Keeps none of the changes, all of them, or any number in between. */
const chooseSome = (count: number, random: Random): number => random.oneOf([0, count, random.below(count + 1)]);

/** Page size of the system's cache, and sector size of a disk. */
const unitSizes = [4096, 512];

/**
 * Returns the remaining content of a file: the synced content, and for each page or sector one of its later versions.
 */
function computeRemainingContent(file: FileNode, moment: number, random: Random): Buffer {
  const safe = findLastSync(file.syncs, moment);
  const issued = file.changes.filter(({ begin }) => begin <= moment);
  const content = createContent(file.before, issued);
  const open: Change[] = [];
  for (const change of issued) {
    if (change.end <= safe) content.apply(change);
    else open.push(change);
  }
  return open.length === 0 ? content.bytes() : applySomeChanges(content, open, random);
}

function applySomeChanges(content: Content, open: readonly Change[], random: Random): Buffer {
  const sizes = [content.size];
  for (const change of open) sizes.push(computeSizeAfter(sizes.at(-1) ?? 0, change));
  // Size changes are ordered, whatever happens to the content.
  const resized = chooseSome(open.length, random);
  const unit = random.oneOf(unitSizes);
  const keep = chooseVersions(open.length, random);
  const lost = open.findIndex(
    (change, index) => index >= resized && computeSizeAfter(0, change) < (sizes[index] ?? 0) && !('bytes' in change),
  );
  // If a truncation is lost, later writes went to blocks that the file no longer has.
  for (const [index, change] of open.slice(0, lost < 0 ? open.length : lost).entries()) {
    if (!('bytes' in change)) content.apply(change);
    else applyUnits(content, change, unit, (part) => index < keep(part));
  }
  content.apply({ begin: 0, end: 0, size: sizes[resized] ?? 0 });
  return content.bytes();
}

type ByteChange = Change & { readonly offset: number; readonly bytes: Buffer };

function applyUnits(content: Content, change: ByteChange, unit: number, isKept: (part: number) => boolean): void {
  for (const [part, piece] of cutIntoUnits(change, unit)) if (isKept(part)) content.apply(piece);
}

/** How many of the changes each unit of a file has seen. */
function chooseVersions(changes: number, random: Random): (unit: number) => number {
  const forAll = random.oneOf([0, changes, undefined, undefined]);
  const versions = new Map<number, number>();
  return (unit) => {
    const version = forAll ?? versions.get(unit) ?? chooseSome(changes, random);
    versions.set(unit, version);
    return version;
  };
}

function* cutIntoUnits(change: ByteChange, unit: number): Iterable<[number, Change]> {
  const { offset, bytes } = change;
  for (let at = offset; at < offset + bytes.length; ) {
    const end = Math.min(offset + bytes.length, (Math.floor(at / unit) + 1) * unit);
    yield [Math.floor(at / unit), { ...change, offset: at, bytes: bytes.subarray(at - offset, end - offset) }];
    at = end;
  }
}

interface Content {
  readonly size: number;
  apply(change: Change): void;
  bytes(): Buffer;
}

/** A file's content that changes in place, with capacity for these changes. */
function createContent(before: Buffer, changes: readonly Change[]): Content {
  const space = Buffer.alloc(
    changes.reduce((largest, change) => Math.max(largest, computeSizeAfter(0, change)), before.length),
  );
  before.copy(space);
  let size = before.length;
  return {
    get size() {
      return size;
    },
    apply(change) {
      if ('bytes' in change) change.bytes.copy(space, change.offset);
      else space.fill(0, Math.min(change.size, size));
      size = computeSizeAfter(size, change);
    },
    bytes: () => space.subarray(0, size),
  };
}
