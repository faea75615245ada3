import { LimiterFull } from '#platform/limits/limiter.ts';
import type { Sender } from './rate-limits.ts';

/** Limits on concurrent large bodies and the bytes they may take on disk (core rule 126). */
export interface Capacity {
  readonly bodies: number;
  readonly bytes: number;
}

/**
 * Limits for large bodies. No client can use all of them: a family has enough for its devices, and an address,
 * which a third of the ship may share, most of it.
 */
export interface UploadCapacity {
  readonly all: Capacity;
  readonly perAddress: Capacity;
  readonly perFamily: Capacity;
}

const mebibyte = 1024 * 1024;

export const defaultUploadCapacity: UploadCapacity = {
  all: { bodies: 256, bytes: 2048 * mebibyte },
  perAddress: { bodies: 192, bytes: 1536 * mebibyte },
  perFamily: { bodies: 8, bytes: 256 * mebibyte },
};

/** Tracks the large bodies that are being uploaded. */
export interface UploadSlots {
  /**
   * Reserves a slot and this many bytes, until the returned function is called. Throws LimiterFull if there's no
   * capacity.
   */
  take(sender: Sender, bytes: number): () => void;
}

interface Usage {
  bodies: number;
  bytes: number;
}

export function createUploadSlots(room: UploadCapacity): UploadSlots {
  const all: Usage = { bodies: 0, bytes: 0 };
  const byShare = new Map<string, Usage>();

  const listShares = ({ familyID, network }: Sender): [name: string, room: Capacity][] => [
    ...(familyID === undefined ? [] : [[`family ${familyID}`, room.perFamily] as [string, Capacity]]),
    [`address ${network}`, room.perAddress],
  ];

  function release(names: readonly string[], bytes: number): void {
    changeUsage(all, -1, -bytes);
    for (const name of names) {
      const taken = byShare.get(name);
      if (!taken) continue;
      changeUsage(taken, -1, -bytes);
      if (taken.bodies === 0) byShare.delete(name);
    }
  }

  return {
    take(sender, bytes) {
      const shares = listShares(sender);
      if (!hasCapacity(all, room.all, bytes)) throw new LimiterFull('uploads');
      for (const [name, share] of shares) {
        if (!hasCapacity(byShare.get(name), share, bytes)) throw new LimiterFull('uploads', { isOwnShare: true });
      }
      changeUsage(all, 1, bytes);
      for (const [name] of shares) {
        const taken = byShare.get(name) ?? { bodies: 0, bytes: 0 };
        changeUsage(taken, 1, bytes);
        byShare.set(name, taken);
      }
      return () =>
        release(
          shares.map(([name]) => name),
          bytes,
        );
    },
  };
}

/** A single body always fits: its size was checked before. */
function hasCapacity(taken: Usage = { bodies: 0, bytes: 0 }, room: Capacity, bytes: number): boolean {
  return taken.bodies === 0 || (taken.bodies < room.bodies && taken.bytes + bytes <= room.bytes);
}

function changeUsage(taken: Usage, bodies: number, bytes: number): void {
  taken.bodies += bodies;
  taken.bytes += bytes;
}
