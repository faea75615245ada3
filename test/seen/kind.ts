import type { ModeratedKind, StateWord } from '#area/moderated.ts';
import type { Feature } from '#contract/features.ts';
import type { TestApp, User } from '../support/app.ts';
import type { Frame } from '../support/socket.ts';
import type { KnownValues } from '../support/sweep.ts';
import type { Reader, Readers } from './readers.ts';

/** How much a reader sees of some content: its text, a notice in its place, or nothing. */
export type ContentVisibility = 'shown' | 'notice' | 'hidden';

/** Changes to content, in addition to the moderation states that a moderator sets. */
export type ContentChange =
  | Exclude<StateWord, 'normal'>
  | 'autoQuarantined'
  | 'restricted'
  | 'authorBanned'
  | 'featureOff'
  | 'deleted';

/**
 * An exception to the default visibility: what one reader sees, or what all readers see after a change to the content.
 */
export interface Rule {
  /** The only readers who see it here; absent if all who can see the kind do. */
  readonly only?: readonly Reader[];
  readonly readers?: Partial<Record<Reader, ContentVisibility>>;
  readonly fates?: Partial<
    Record<ContentChange, ContentVisibility | Partial<Record<Reader | 'others', ContentVisibility>>>
  >;
  /** Readers who can see it only after the change. */
  readonly appears?: Partial<Record<ContentChange, readonly Reader[]>>;
}

/** The people who make and see content, and the owner of the threads and groups that contain it. */
export interface Scene {
  readonly app: TestApp;
  readonly readers: Readers;
  readonly host: User;
  readonly admin: User;
}

/** One piece of content. */
export interface ContentPiece {
  /** Values that lead to the content, by the names of path parameters and query parameters. */
  readonly known: KnownValues;
  /** The path parameter that identifies the content, and its value; absent for content without its own id. */
  readonly id?: readonly [name: string, value: string];
  /** Matches any response about this content, whatever its text. */
  readonly trace: RegExp;
  /** Names of the content's pictures, which must not reach readers who can't see its words. */
  readonly pictures?: readonly string[];
  /** Whether this notification is about the content. */
  isAbout(frame: Frame): boolean;
  /** Sets the content's moderation state; absent if moderators can't change it. */
  setState?(state: StateWord): Promise<unknown>;
  /** Reports the content; absent if reports never quarantine it. */
  report?(reporter: User): Promise<unknown>;
  /** Moves the content where only moderators see it, and back. */
  restrict?(isRestricted: boolean): Promise<unknown>;
  /** Makes the content unread for those who have read it, so that it is on the lists of unread content. */
  refresh?(): Promise<unknown>;
  delete(): Promise<unknown>;
}

/**
 * One kind of content in the table of `seen.test.ts`: how to make a piece, and the calls that show it. `table.ts` has
 * the default visibility; a kind, and each of its calls, lists only exceptions.
 */
export interface SeenKind extends Rule {
  readonly word: string;
  /** The declaration of the call with which moderators change it. */
  readonly moderated?: { readonly word: ModeratedKind['word'] };
  /** The feature that the content requires, if any. */
  readonly feature?: Feature;
  /** Hidden from users who have muted its author, and not counted for them. */
  readonly isHiddenByMute: boolean;
  /** Readers who are notified when it is made. */
  readonly heardBy: readonly Reader[];
  /** Makes one piece by the author, with this mark in its words, and everything by which it can be found. */
  make(scene: Scene, mark: string): Promise<ContentPiece>;
  /**
   * The calls that show the content, by endpoint name, with their exceptions; `fez.joined?search` is a call with one
   * query parameter.
   */
  readonly ways: Readonly<Record<string, Rule>>;
  /** Shown wherever its author is named, so the table doesn't list all calls that show it. */
  readonly goesAlong?: boolean;
  /** An author has only one of it. */
  readonly isOnly?: boolean;
}
