import { say } from '../../project.ts';

/** A measured value and its target. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The target: the lowest or highest acceptable value. */
  readonly min?: number;
  readonly max?: number;
}

const figures: Figure[] = [];

function isMissed({ value, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Figure): boolean {
  return !(value >= min && value <= max);
}

/** Prints a figure with its target and whether it missed the target. */
export function report(figure: Figure): void {
  const { what, value, unit, min, max } = figure;
  const aim = min !== undefined ? `aim at least ${min}` : max !== undefined ? `aim at most ${max}` : '';
  figures.push(figure);
  say(
    `${isMissed(figure) ? 'MISSED' : '      '} ${what.padEnd(66)} ${value.toFixed(2).padStart(10)} ${unit.padEnd(4)} ${aim}`,
  );
}

/** Lists the figures reported so far that missed their target. */
export const listMissed = (): readonly Figure[] => figures.filter(isMissed);
