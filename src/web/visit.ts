import type { Caller } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Answer, Question } from '#http/ask.ts';
import type { ShipClock } from './frame/ship-clock.ts';
import type { KnownAccount } from './web.ts';

/** A form that was refused: what was typed, and what was wrong with it. */
export interface Failure {
  readonly action: string;
  /** What is wrong with no field in particular; undefined when the fields say it all. */
  readonly reason: string | undefined;
  /** Set by the form that says the reason; the frame says what none has said, such as of a button in a list. */
  isReasonShown: boolean;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
  /** Of fields with several values, whose names end in `[]`. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

/** One look at a page: who looks, at which address, and what they may ask. */
export interface Visit<Params = unknown, Query = unknown, Actions extends string = never> {
  readonly params: Params;
  readonly query: Query;
  /** The name of a button that carries out this action of the page. */
  readonly action: (name: Actions) => string;
  /** Path with query, as it was asked for. */
  readonly address: string;
  /** Undefined for anyone who is not signed in. */
  readonly viewer: Caller | undefined;
  readonly clock: ShipClock;
  /** The address of the service to tell to people. */
  findShipAddress(): string;
  /** In development and testing alone. */
  readonly knownAccounts: readonly KnownAccount[];
  /** What the viewer cannot do at the moment, since the disk runs low; undefined where nothing is refused to them. */
  readonly refused: string | undefined;
  /** Of the form that was sent, when it was refused. */
  readonly failure: Failure | undefined;
  /** Calls an endpoint that the page names, with the viewer as its caller. Throws what an app would be rejected with. */
  ask<D extends Endpoint>(endpoint: D, question?: Question<D>): Promise<Answer<D>>;
  /** As `ask`, for a part of the page; undefined where the viewer may not, or the feature is off. */
  askIfAllowed<D extends Endpoint>(endpoint: D, question?: Question<D>): Promise<Answer<D> | undefined>;
  /** As `ask`, for what was asked before, where something asked since has changed it, such as what counts as read. */
  askAgain<D extends Endpoint>(endpoint: D, question?: Question<D>): Promise<Answer<D>>;
  /** Would a call of this endpoint get past its gates? */
  isOpen(endpoint: Endpoint): boolean;
  /** Is the page that is declared with this path open to the viewer, or to anyone who signs in first? */
  leadsTo(path: string): boolean;
  /** As `ask`, in a session that has just begun. */
  askIn<D extends Endpoint>(session: { token: string }, endpoint: D, question?: Question<D>): Promise<Answer<D>>;
  /** As `ask`, with a name and a password instead of the viewer's session. */
  askAs<D extends Endpoint>(login: { name: string; password: string }, endpoint: D): Promise<Answer<D>>;
}

/** A visit of a page that has these actions, and maybe more. */
export type VisitWith<Actions extends string> = Pick<Visit<unknown, unknown, Actions>, 'action'>;
