import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#platform/time/clock.ts';
import { forEachConcurrently } from '../../soak/at-once.ts';
import { compareNow } from '../../soak/checkpoint.ts';
import { compareEverything } from '../../soak/compare-posts.ts';
import { compareAllPublicTalk } from '../../soak/compare-public.ts';
import { takeAction } from '../../soak/random-actions.ts';
import type { World } from '../../soak/world.ts';
import type { Answers } from '../answers.ts';
import type { RehearsalPart } from '../stage.ts';

/** Everyone on board: they act at random and compare what they see. */
export interface Crowd extends RehearsalPart {
  /** Lets everyone finish their actions, and pauses them until the work is done. */
  hold(work: () => Promise<void>): Promise<void>;
  /** Counts of everything that could have failed. */
  counts(): { readonly posts: number; readonly comparisons: number };
}

const concurrentActors = 4;
const millisecondsBetweenActions = 40;
/** A day is long enough for these actions, even on a busy machine. */
const minActionsPerDay = 150;

/**
 * Throws unless everyone sees all acknowledged content and nothing else; `since` is the moment of the last comparison.
 */
export async function compareAll(world: World, since: number): Promise<void> {
  await compareNow(world, since);
  await forEachConcurrently(world.sailors, (sailor) => compareEverything(world, sailor));
  await compareAllPublicTalk(world);
}

/** Everyone acts each day, and compares in the evening. */
export function createCrowd(world: World, clock: Clock, answers: Answers): Crowd {
  const faults: string[] = [];
  let held: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  let comparedAt = 0;
  let actions = 0;

  async function noteFaults(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }

  async function actUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await held;
      const acting = noteFaults(() => answers.wait(() => takeAction(world)));
      underWay.add(acting);
      await acting;
      underWay.delete(acting);
      actions += 1;
      await pause(millisecondsBetweenActions);
    }
  }

  const counts = () => ({
    posts: [...world.posts.values()].filter(({ outcome }) => typeof outcome === 'object').length,
    comparisons: world.tally.summaries,
  });

  return {
    promise: 'Every acknowledged post is there once, for the right people; every counter is what a person would count',
    target: 'all',
    faults,
    counts,
    async hold(work) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      try {
        await Promise.all(underWay);
        await work();
      } finally {
        resolve();
      }
    },
    async play({ until }) {
      const enough = actions + minActionsPerDay;
      const isOver = () => clock.now() >= until && actions >= enough;
      await Promise.all(Array.from({ length: concurrentActors }, () => actUntil(isOver)));
    },
    async compare() {
      await noteFaults(() => compareAll(world, comparedAt));
      comparedAt = world.clock();
    },
    figure() {
      const { posts, comparisons } = counts();
      return `${posts} posts in chats, ${comparisons} comparisons of what someone is shown`;
    },
  };
}
