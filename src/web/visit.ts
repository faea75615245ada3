import type { Caller } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Feature } from '#contract/features.ts';
import type { CallInput, CallResult } from '#http/in-process-calls.ts';
import type { ShipClock } from './frame/ship-clock.ts';
import type { KnownAccount } from './web.ts';

/** A rejected form: what was typed, and what was wrong with it. */
export interface Failure {
  readonly action: string;
  /** The error that concerns no field in particular; undefined if the fields' errors say everything. */
  readonly reason: string | undefined;
  /** Set by the form that shows the reason. If none did, for example for a button in a list, the frame shows it. */
  isReasonShown: boolean;
  /** Errors by name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
  /** Values of fields with several values, whose names end in `[]`. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

/** One visit of a page: the viewer, the address, and the calls they may make. */
export interface Visit<Params = unknown, Query = unknown, Actions extends string = never> {
  readonly params: Params;
  readonly query: Query;
  /** Returns the name of a button that runs this action of the page. */
  readonly action: (name: Actions) => string;
  /** Path with query, as requested. */
  readonly address: string;
  /** Undefined if the viewer isn't signed in. */
  readonly viewer: Caller | undefined;
  readonly clock: ShipClock;
  /** Returns the address of the service to show to people. */
  findShipAddress(): string;
  /** Only in development and testing. */
  readonly knownAccounts: readonly KnownAccount[];
  /** What the viewer can't do at the moment because disk space is low; undefined if nothing is refused to them. */
  readonly refused: string | undefined;
  /** The rejected form, if one was sent. */
  readonly failure: Failure | undefined;
  /** Calls an endpoint that the page declares, as the viewer. Throws the error that an app would get. */
  ask<D extends Endpoint>(endpoint: D, question?: CallInput<D>): Promise<CallResult<D>>;
  /** Like `ask`, for a part of the page. Returns undefined if the viewer may not call it, or if the feature is off. */
  askIfAllowed<D extends Endpoint>(endpoint: D, question?: CallInput<D>): Promise<CallResult<D> | undefined>;
  /** Like `ask`, for an endpoint called before whose answer has changed since, such as what counts as read. */
  askAgain<D extends Endpoint>(endpoint: D, question?: CallInput<D>): Promise<CallResult<D>>;
  /** Whether a call of this endpoint would pass its gates. */
  isOpen(endpoint: Endpoint): boolean;
  /** Whether a feature is on for everyone, for what has no endpoint of its own. */
  isOn(feature: Feature): boolean;
  /** Whether the page declared with this path is open to the viewer, or to anyone who signs in first. */
  leadsTo(path: string): boolean;
  /** Like `ask`, in a session that has just begun. */
  askIn<D extends Endpoint>(session: { token: string }, endpoint: D, question?: CallInput<D>): Promise<CallResult<D>>;
  /** Like `ask`, with a name and a password instead of the viewer's session. */
  askAs<D extends Endpoint>(login: { name: string; password: string }, endpoint: D): Promise<CallResult<D>>;
}

/** A visit of a page that has at least these actions. */
export type VisitWith<Actions extends string> = Pick<Visit<unknown, unknown, Actions>, 'action'>;
