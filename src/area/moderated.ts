import type * as v from 'valibot';
import type { Caller } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context, WriteContext } from './context.ts';

/** What can be reported and moderated (moderation, Enums: ReportType). */
export const reportTypes = [
  'forum',
  'forumPost',
  'microblogPost',
  'userProfile',
  'fez',
  'fezPost',
  'mkSong',
  'mkSongSnippet',
  'streamPhoto',
  'personalEvent',
  'quartermasterItem',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** The content or user that a report is about. */
export interface ReportTarget {
  readonly type: ReportType;
  /** UUID or integer as text. */
  readonly id: string;
}

/** Content that moderators act on, and its author. */
export interface ModeratedContent extends ReportTarget {
  readonly authorID: string;
  /** What its author calls it, such as "forum post". */
  readonly noun?: string;
  /** Its text, so that the author recognizes it; empty if it has none. */
  readonly quote?: string;
}

/** Reasons that moderators give the author of content (moderation rule M23). */
export const moderatorReasons = ['unkind', 'offTopic', 'private', 'spam', 'illegal', 'other'] as const;
export type ModeratorReason = (typeof moderatorReasons)[number];

/** What a moderator tells the author of content, as sent. */
export interface SentReason {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/** A message from the moderators to the author of content that they acted on. */
export interface AuthorNotice {
  readonly authorID: string;
  readonly text: string;
}

/** The words for a state in a path (moderation rule M2). */
export type StateWord = 'normal' | 'quarantined' | 'reviewed' | 'locked';
/** The states that moderators set. */
export type SettableState = 'normal' | 'quarantined' | 'modReviewed' | 'locked';

/**
 * One kind of content as moderators read it and set its state, made by `moderatedKind` of core/reports. Its functions
 * take the path parameters as read; they are methods so that lists of kinds can forget their exact types.
 */
export interface ModeratedKind<Params = Record<never, never>> {
  /** Names its operations: `fezPost` is read by `fezPost`, and `setFezPostState` sets its state. */
  readonly word: string;
  readonly readEndpoint: Endpoint & { readonly response: v.GenericSchema };
  /** The subjects of the reports shown with it. */
  listReportTargets(params: Params): readonly ReportTarget[];
  /** Its record without the reports, also for deleted content (moderation rule M1). Throws not-found. */
  read(context: Context, moderator: Caller, params: Params): object;
  /** Absent when the state is set through another kind. */
  readonly settable?: SettableKind<Params> | undefined;
}

/** How the state of one kind of content is set. */
export interface SettableKind<Params = Record<never, never>> {
  readonly endpoint: Endpoint & {
    readonly params: { readonly state: v.GenericSchema<string, StateWord> };
    readonly body: v.GenericSchema<unknown, SentReason>;
  };
  /** Throws not-found when it doesn't exist or is deleted (moderation rule M1). */
  getContent(context: Context, moderator: Caller, params: Params): ModeratedContent;
  setState(context: WriteContext, params: Params, state: SettableState): void;
}
