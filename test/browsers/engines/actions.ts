import type { Point } from '../driver.ts';

// Input actions that WebDriver and WebDriver BiDi have in common.

/** Returns an action that taps a point on the screen. */
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

/** Returns an action that types a text. */
export const typeKeys = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});
