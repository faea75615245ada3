import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { removePath, syncToDisk } from '#platform/files/files.ts';
import { readStoredJson, storeJson } from '#platform/files/stored-json.ts';

const slotNames = ['a', 'b'] as const;

const Stored = v.strictObject({
  url: v.string(),
  installation: v.string(),
  /** Identifies this machine to the server. */
  machine: v.string(),
  /** The highest ever seen. */
  generation: v.number(),
  /** The folder of the copy that can be promoted; missing while the first base is being fetched. */
  current: v.optional(v.picklist(slotNames)),
  /** Clocks of the server: when it last answered, and its newest commit here, in milliseconds since 1970. */
  lastAnswer: v.number(),
  newestCommit: v.number(),
  /** Missing while the files haven't been compared. */
  filesMissing: v.optional(v.number()),
  /** When the copy was last verified in full, by this machine's clock in milliseconds since 1970, and the result. */
  verified: v.optional(v.strictObject({ at: v.number(), isWell: v.boolean() })),
});
/** What a spare knows of the server it follows, across restarts. */
export type FollowState = v.InferOutput<typeof Stored>;

/** Two folders for copies: while one receives a base, the other can be promoted. */
export const getSlotFolder = (spareFolder: string, slot: (typeof slotNames)[number]): string => join(spareFolder, slot);

/** The folder that doesn't hold the current copy. */
export const getFreeSlot = ({ current }: Pick<FollowState, 'current'>) => (current === 'a' ? 'b' : 'a');

/** Everything that belongs to the spare is in this folder. */
export const getSpareFolder = (dataFolder: string): string => join(dataFolder, 'spare');

const getFile = (spareFolder: string): string => join(spareFolder, 'state.json');

/** Undefined if no server is followed. Throws UnreadableFile for a damaged file. */
export const readFollowState = (spareFolder: string): FollowState | undefined =>
  readStoredJson(
    getFile(spareFolder),
    Stored,
    `: delete ${spareFolder}, and follow the server again with \`gangway spare run\`.`,
  );

/** If `isDurable`, this state survives a power cut; if not, either this state or the previous one does. */
export const saveFollowState = (spareFolder: string, state: FollowState, isDurable: boolean): void =>
  storeJson(getFile(spareFolder), state, { isDurable });

/** Ends following: the machine serves on its own. From the first step on, it isn't a spare any more. */
export function deleteFollowState(spareFolder: string): void {
  removePath(getFile(spareFolder));
  if (existsSync(spareFolder)) syncToDisk(spareFolder);
  removePath(spareFolder);
}
