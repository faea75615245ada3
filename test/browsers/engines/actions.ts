import type { Point } from '../driver.ts';

// Input in the words that WebDriver and WebDriver BiDi share.

/** Presses at a point of the screen. */
export const pressAt = ({ x, y }: Point, times: number): object => ({
  type: 'pointer',
  id: 'finger',
  actions: [
    { type: 'pointerMove', x, y },
    ...Array.from({ length: times }, () => [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]).flat(),
  ],
});

/** Keys that are pressed one after the other. */
export const typeKeys = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});
