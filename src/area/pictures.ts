import type { Context } from './context.ts';

/**
 * A picture that a row refers to, with what must be true of its files. Who chooses a picture by its name alone may name one
 * that is nowhere, or is removed by whom it belongs to: nothing is expected of those.
 */
export type PictureReference =
  | { readonly name: string; readonly files: 'unchecked' }
  | {
      readonly name: string;
      /** For the crew, with the name: "avatar 1f….jpg of james". */
      readonly what: string;
      /** In full and small size, or moved to where moderators alone find the small one. */
      readonly files: 'stored' | 'removed';
    };

/** Every picture that rows of the area refer to, those of deleted rows and of earlier versions included. */
export type PictureSource = (context: Context) => Iterable<PictureReference>;
