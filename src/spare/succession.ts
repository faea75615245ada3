import type { Context } from '#area/context.ts';
import { AppError } from '#contract/errors.ts';
import { removeFence, writeFence } from './fence.ts';
import { readGeneration, writeGeneration } from './generation.ts';

/** How the serving machine behaves when another one takes over. */
export interface Succession {
  /** Whether another machine has taken over, or is about to. */
  isReplaced(): boolean;
  /** Whether the machine that asked this one to step down has yet to report how that went. */
  isHandingOver(): boolean;
  /** Another machine serves already. */
  replace(generation: number, peer: string): void;
  /** Stops serving for a successor, which may still give up. Durable when this returns. */
  stepDown(generation: number, peer: string): void;
  /**
   * Records that the successor of this generation serves, or has permanently given up: this machine serves again then.
   * Returns whether it does.
   */
  endHandover(generation: number, hasSucceeded: boolean): boolean;
  /** Stops waiting for the successor, which may serve. */
  finish(reason: string): void;
}

/** `onReplaced` is called once, when it's final that another machine serves in this one's place. */
export function createSuccession({ config, db, log }: Context, onReplaced: () => void): Succession {
  let isReplaced = false;
  /** The generation of a successor that hasn't reported yet. */
  let successor: number | undefined;
  let isFinal = false;

  const rejectTransactions = () =>
    db.rejectTransactions(() => new AppError('unavailable', 'Another machine is taking over. Try again in a moment.'));

  function fence(generation: number, peer: string): void {
    writeFence(config.folders.data, generation, peer);
    isReplaced = true;
    rejectTransactions();
  }

  function end(): void {
    successor = undefined;
    if (!isFinal) onReplaced();
    isFinal = true;
  }

  function resume(generation: number): void {
    db.acceptTransactions();
    try {
      db.transaction((db) => writeGeneration(db, Math.max(readGeneration(db), generation) + 1));
      // Last: a machine that dies before this stays fenced.
      removeFence(config.folders.data);
    } catch (error) {
      rejectTransactions();
      throw error;
    }
    isReplaced = false;
    successor = undefined;
    log.warn('the other machine failed to take over; serving again');
  }

  return {
    isReplaced: () => isReplaced,
    isHandingOver: () => successor !== undefined,
    replace(generation, peer) {
      fence(generation, peer);
      log.warn({ peer, generation }, 'another machine has taken over; no longer serving');
      end();
    },
    stepDown(generation, peer) {
      fence(generation, peer);
      // A process that is ending won't serve again.
      successor = isFinal ? undefined : generation;
      log.warn({ peer, generation }, 'another machine is taking over; no longer serving');
    },
    endHandover(generation, hasSucceeded) {
      if (successor !== generation) return !isReplaced;
      if (hasSucceeded) end();
      else resume(generation);
      return !isReplaced;
    },
    finish(reason) {
      log.warn(reason);
      end();
    },
  };
}
