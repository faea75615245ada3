import type * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Content } from '#contract/response.ts';
import type { UserNotificationData } from '#core/notifications/records.ts';
import type { Question } from '#http/ask.ts';
import type { AssetName } from './frame/assets.ts';
import type { Html } from './frame/html.ts';
import type { Place } from './frame/main-sections.ts';
import type { Visit } from './visit.ts';

/** Fields of an address or a form: each is read from text. */
export type Fields = Readonly<Record<string, v.GenericSchema<never, unknown> | v.GenericSchema>>;
export type ValuesOf<F> = F extends Fields
  ? { readonly [Name in keyof F]: F[Name] extends v.GenericSchema<infer _, infer Value> ? Value : never }
  : Record<never, never>;

/** What a page says next to the frame that all share. */
export interface View {
  /** Of the browser's window, without the name of the service. */
  readonly title: string;
  readonly main: Html;
  /** Shown on a screen that no one touches: without navigation, and renewing itself. */
  readonly isScreen?: boolean;
  /** Brought along next to what every page brings. */
  readonly brings?: readonly AssetName[];
  /** What is unread, where the page has asked it itself: the frame asks no second time. */
  readonly summary?: UserNotificationData | undefined;
}

/** Where a page is that an address leads to. */
export interface Redirect {
  /** A path on this server. */
  readonly to: string;
}

/** A file instead of a page, to be kept or opened by another program. */
export interface Download {
  readonly content: Content;
}

/** Where a form leads to when it was done. */
export interface Outcome {
  /** A path on this server; the page itself when it is left out. */
  readonly to?: string;
  /** Begins a session with this token, or ends the one there is. */
  readonly session?: { readonly token: string } | 'ended';
  /** Shown at once instead, for what may be seen only this once. */
  readonly view?: View;
}

/** What a form of a page does. */
export interface Action<Params = unknown, Query = unknown, Form = unknown> {
  /** Endpoints it calls: who may not call them all is not offered the form. */
  readonly asks: readonly Endpoint[];
  readonly form: Fields;
  /** What fields are called in the bodies of its calls, where they are called otherwise: by their names in the form. */
  readonly becomes?: Readonly<Record<string, string>>;
  run(visit: Visit<Params, Query>, form: Form): Promise<Outcome | undefined>;
}

/** One page, as data: its route, its gates and its tests are derived from it. */
export interface Page<Params = unknown, Query = unknown> {
  /** `{name}` marks a parameter. */
  readonly path: string;
  readonly params?: Fields;
  readonly query?: Fields;
  /** Endpoints without which the page is nothing: who may call them all may see it. */
  readonly asks: readonly Endpoint[];
  /** Endpoints for parts of the page, which are left out for anyone who may not call them. */
  readonly mayAsk?: readonly Endpoint[];
  /** Shows the same to everyone: anyone who is signed in is no one here. */
  readonly ignoresSession?: boolean;
  /** It is no page but a file (`Download`). */
  readonly isFile?: boolean;
  /** The place of the navigation it belongs to. */
  readonly place?: Place;
  readonly actions?: Readonly<Record<string, Action<Params, Query>>>;
  show(visit: Visit<Params, Query>): Promise<View | Redirect | Download>;
}

type Actions<P, Q, Forms> = {
  readonly [Name in keyof Forms]: Omit<Action, 'form' | 'run'> & {
    readonly form: Forms[Name];
    run(
      visit: Visit<ValuesOf<P>, ValuesOf<Q>, keyof Forms & string>,
      form: ValuesOf<Forms[Name]>,
    ): Promise<Outcome | undefined>;
  };
};

/** Declares one page; what its address and its forms hold is typed by their fields. */
export function page<
  const P extends Fields = Record<never, never>,
  const Q extends Fields = Record<never, never>,
  const Forms extends Readonly<Record<string, Fields>> = Record<never, never>,
>(
  declaration: Omit<Page<ValuesOf<P>, ValuesOf<Q>>, 'params' | 'query' | 'actions' | 'show'> & {
    readonly params?: P;
    readonly query?: Q;
    readonly actions?: Actions<P, Q, Forms>;
    show(visit: Visit<ValuesOf<P>, ValuesOf<Q>, keyof Forms & string>): Promise<View | Redirect | Download>;
  },
): Page {
  // Anyone who shows the page has read address and forms by these very fields.
  return declaration as unknown as Page;
}

const asked = new WeakMap<Page, ReadonlySet<Endpoint>>();

/** Every endpoint that a page may call. */
export function listAsked(page: Page): ReadonlySet<Endpoint> {
  const { asks, mayAsk = [], actions = {} } = page;
  const all =
    asked.get(page) ?? new Set([...asks, ...mayAsk, ...Object.values(actions).flatMap((action) => action.asks)]);
  asked.set(page, all);
  return all;
}

/** An action that makes one call and shows the page again, or goes to where `leadTo` says. */
export function call<D extends Endpoint, const F extends Fields, P, Q, A extends string = never>(
  endpoint: D,
  form: F,
  say: (visit: Visit<P, Q, A>, form: ValuesOf<F>) => Question<D>,
  leadTo: (visit: Visit<P, Q, A>, form: ValuesOf<F>) => string | undefined = () => undefined,
) {
  return {
    asks: [endpoint],
    form,
    async run(visit: Visit<P, Q, NoInfer<A>>, values: ValuesOf<F>): Promise<Outcome> {
      await visit.ask(endpoint, say(visit, values));
      const to = leadTo(visit, values);
      return to === undefined ? {} : { to };
    },
  };
}
