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

/** Where it differs from what is usual: what is seen by one reader, or by all after something became of the content. */
export interface Rule {
  /** The only readers who are shown it here; all who see the kind when absent. */
  readonly only?: readonly Reader[];
  readonly readers?: Partial<Record<Reader, ContentVisibility>>;
  readonly fates?: Partial<
    Record<ContentChange, ContentVisibility | Partial<Record<Reader | 'others', ContentVisibility>>>
  >;
  /** Who are shown it only now. */
  readonly appears?: Partial<Record<ContentChange, readonly Reader[]>>;
}

/** Who makes content and where: all who look at it, and someone who has the threads and groups it is in. */
export interface Scene {
  readonly app: TestApp;
  readonly readers: Readers;
  readonly host: User;
  readonly admin: User;
}

/** One piece of content. */
export interface ContentPiece {
  /** By the names of path parameters and parts of queries: what leads to it. */
  readonly known: KnownValues;
  /** The path parameter that names it, and its value; absent for what is not named by its own id. */
  readonly id?: readonly [name: string, value: string];
  /** Matches any response about this content, whatever its text. */
  readonly trace: RegExp;
  /** Must not reach readers who don't see its words: names of its pictures. */
  readonly pictures?: readonly string[];
  /** Whether this notification is about it. */
  isAbout(frame: Frame): boolean;
  /** Sets its moderation state; absent for content that moderators cannot reach. */
  setState?(state: StateWord): Promise<unknown>;
  /** Files a report on it; absent where reports never quarantine. */
  report?(reporter: User): Promise<unknown>;
  /** Puts it where moderators alone see it, and back. */
  restrict?(isRestricted: boolean): Promise<unknown>;
  /** Makes it new for those who have read it, so that it is on the lists of what is unread. */
  refresh?(): Promise<unknown>;
  delete(): Promise<unknown>;
}

/**
 * One kind of content as the table of `seen.test.ts` has it: how one piece is made, and by which calls it is shown. What
 * is usual is in `table.ts`; a kind, and one of its calls, says only where it differs.
 */
export interface SeenKind extends Rule {
  readonly word: string;
  /** The declaration by which moderators reach it. */
  readonly moderated?: { readonly word: ModeratedKind['word'] };
  /** The feature without which it is not there, if any. */
  readonly feature?: Feature;
  /** Hidden from those who have muted its author, and counted nowhere for them. */
  readonly isHiddenByMute: boolean;
  /** Who is notified of it when it is made. */
  readonly heardBy: readonly Reader[];
  /** Makes one piece by the author, with this mark in its words, and with everything by which it could be found. */
  make(scene: Scene, mark: string): Promise<ContentPiece>;
  /**
   * The calls that show it, by the names of their endpoints, and what is unusual there; `fez.joined?search` speaks of
   * one thing to be asked for.
   */
  readonly ways: Readonly<Record<string, Rule>>;
  /** Shown wherever its author is named, so the table doesn't list all calls that show it. */
  readonly goesAlong?: boolean;
  /** An author has only one of it. */
  readonly isOnly?: boolean;
}
