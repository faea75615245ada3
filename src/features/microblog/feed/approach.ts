import type { Context } from '#area/context.ts';
import {
  type BlockCount,
  blockOf,
  countBlocks,
  countBlocksOf,
  countRange,
  findNewestID,
  idsPerBlock,
} from '../block-counts.ts';
import { type Feed, isOfAllPosts, type Walk } from './store.ts';

/** What lies nearer is ignored post by post. */
const minStart = 2 * idsPerBlock;
/** Counting what more people than these wrote would take longer than ignoring it. */
const maxHidden = 100;
const blocksAtOnce = 32;

/**
 * The same page, from an anchor right before it: whole blocks of posts are ignored by their counts, so that a page
 * costs the same wherever it is. A feed of few posts, such as those of one author, stays as it is.
 */
export function approachPage(context: Context, hiddenIDs: readonly string[], feed: Feed): Feed {
  const { filter, walk } = feed;
  if (walk.start < minStart || hiddenIDs.length > maxHidden || !isOfAllPosts(filter)) return feed;
  const choose = ({ posts, withoutReplies }: BlockCount): number => (filter.withoutReplies ? withoutReplies : posts);
  const newestID = findNewestID(context);
  const begin = leaveBlock(context, hiddenIDs, clampAnchor(walk, newestID), choose);
  if (!begin) return feed;
  return { filter, walk: passOverBlocks(context, hiddenIDs, begin, { choose, lastBlock: blockOf(newestID) }) };
}

type Choose = (count: BlockCount) => number;

/** No id is below 1 or above the newest. */
const clampAnchor = (walk: Walk, newestID: number): Walk => ({
  ...walk,
  anchor: Math.max(0, Math.min(walk.anchor, newestID + 1)),
});

/** To the end of the block in which the anchor is; undefined when the page is in that. */
function leaveBlock(context: Context, hiddenIDs: readonly string[], walk: Walk, choose: Choose): Walk | undefined {
  const { anchor, direction } = walk;
  const firstOfBlock = blockOf(anchor) * idsPerBlock;
  const lastOfBlock = firstOfBlock + idsPerBlock - 1;
  const [first, last] = direction === 'newer' ? [anchor + 1, lastOfBlock] : [firstOfBlock, anchor - 1];
  const start = walk.start - choose(countRange(context, { first, last, hiddenIDs }));
  return start < 0 ? undefined : { ...walk, start, anchor: direction === 'newer' ? lastOfBlock : firstOfBlock };
}

/** From the end of a block past those that have no post of the page. */
function passOverBlocks(
  context: Context,
  hiddenIDs: readonly string[],
  walk: Walk,
  { choose, lastBlock }: { choose: Choose; lastBlock: number },
): Walk {
  const hidden = hiddenIDs.length === 0 ? undefined : countBlocksOf(context, hiddenIDs);
  let { anchor, start } = walk;
  const step = walk.direction === 'newer' ? 1 : -1;
  for (const { block, count } of countAlong(context, blockOf(anchor) + step, step, lastBlock)) {
    const ofHidden = hidden?.get(block);
    const shown = choose(count) - (ofHidden ? choose(ofHidden) : 0);
    if (shown > start) break;
    start -= shown;
    anchor = step > 0 ? anchor + idsPerBlock : anchor - idsPerBlock;
  }
  return { ...walk, anchor, start };
}

/** Counts of the blocks from one on, some at a time: mostly not all are needed. */
function* countAlong(context: Context, from: number, step: 1 | -1, lastBlock: number) {
  for (let next = from; next >= 0 && next <= lastBlock; next += step * blocksAtOnce) {
    const blocks = Array.from({ length: blocksAtOnce }, (_, index) => next + step * index).filter(
      (block) => block >= 0 && block <= lastBlock,
    );
    const counts = countBlocks(context, blocks);
    for (const block of blocks) {
      const count = counts.get(String(block));
      if (count) yield { block, count };
    }
  }
}
