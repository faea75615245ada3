import type { Context } from './context.ts';

/**
 * A picture a row refers to, and what must be true of its files. A picture chosen by name may not exist, or may be
 * removed by its owner: nothing is expected of those.
 */
export type PictureReference =
  | { readonly name: string; readonly files: 'unchecked' }
  | {
      readonly name: string;
      /** For the crew, with the name: "avatar 1f….jpg of james". */
      readonly what: string;
      /** Exists in full and small size, or was moved to where only moderators find the small one. */
      readonly files: 'stored' | 'removed';
    };

/** Lists every picture that rows of the area refer to, including deleted rows and earlier versions. */
export type PictureSource = (context: Context) => Iterable<PictureReference>;
