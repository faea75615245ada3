import type { Context } from '#area/context.ts';
import {
  type BlockCount,
  countBlocks,
  countBlocksOf,
  countRange,
  findNewestID,
  getBlock,
  idsPerBlock,
} from '../block-counts.ts';
import { type FeedSlice, type Traversal, traversesAllPosts } from './store.ts';

/** Closer posts are skipped one by one. */
const minSkippedPosts = 2 * idsPerBlock;
/** Counting the posts of more hidden people than this would take longer than skipping them. */
const maxHiddenUsers = 100;
const blocksPerStep = 32;

/**
 * Returns the same page with an anchor right before it. Skips whole blocks of posts by their counts, so every page
 * costs the same. Returns a feed of few posts, such as those of one author, unchanged.
 */
export function moveAnchorToPage(context: Context, hiddenIDs: readonly string[], feed: FeedSlice): FeedSlice {
  const { filter, walk } = feed;
  if (walk.start < minSkippedPosts || hiddenIDs.length > maxHiddenUsers || !traversesAllPosts(filter)) return feed;
  const choose = ({ posts, withoutReplies }: BlockCount): number => (filter.withoutReplies ? withoutReplies : posts);
  const newestID = findNewestID(context);
  const begin = skipRestOfBlock(context, hiddenIDs, clampAnchor(walk, newestID), choose);
  if (!begin) return feed;
  return { filter, walk: skipBlocks(context, hiddenIDs, begin, { choose, lastBlock: getBlock(newestID) }) };
}

type CountPosts = (count: BlockCount) => number;

/** No id is below 1 or above the newest. */
const clampAnchor = (walk: Traversal, newestID: number): Traversal => ({
  ...walk,
  anchor: Math.max(0, Math.min(walk.anchor, newestID + 1)),
});

/** Moves to the end of the anchor's block; undefined if the page begins in that block. */
function skipRestOfBlock(
  context: Context,
  hiddenIDs: readonly string[],
  walk: Traversal,
  choose: CountPosts,
): Traversal | undefined {
  const { anchor, direction } = walk;
  const firstOfBlock = getBlock(anchor) * idsPerBlock;
  const lastOfBlock = firstOfBlock + idsPerBlock - 1;
  const [first, last] = direction === 'newer' ? [anchor + 1, lastOfBlock] : [firstOfBlock, anchor - 1];
  const start = walk.start - choose(countRange(context, { first, last, hiddenIDs }));
  return start < 0 ? undefined : { ...walk, start, anchor: direction === 'newer' ? lastOfBlock : firstOfBlock };
}

/** Moves from the end of a block past the blocks before the page. */
function skipBlocks(
  context: Context,
  hiddenIDs: readonly string[],
  walk: Traversal,
  { choose, lastBlock }: { choose: CountPosts; lastBlock: number },
): Traversal {
  const hidden = hiddenIDs.length === 0 ? undefined : countBlocksOf(context, hiddenIDs);
  let { anchor, start } = walk;
  const step = walk.direction === 'newer' ? 1 : -1;
  for (const { block, count } of iterateCounts(context, getBlock(anchor) + step, step, lastBlock)) {
    const ofHidden = hidden?.get(block);
    const shown = choose(count) - (ofHidden ? choose(ofHidden) : 0);
    if (shown > start) break;
    start -= shown;
    anchor = step > 0 ? anchor + idsPerBlock : anchor - idsPerBlock;
  }
  return { ...walk, anchor, start };
}

/** Yields the counts of the blocks from one on. Reads them in batches, since usually not all are needed. */
function* iterateCounts(context: Context, from: number, step: 1 | -1, lastBlock: number) {
  for (let next = from; next >= 0 && next <= lastBlock; next += step * blocksPerStep) {
    const blocks = Array.from({ length: blocksPerStep }, (_, index) => next + step * index).filter(
      (block) => block >= 0 && block <= lastBlock,
    );
    const counts = countBlocks(context, blocks);
    for (const block of blocks) {
      const count = counts.get(String(block));
      if (count) yield { block, count };
    }
  }
}
