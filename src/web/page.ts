import type * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Content } from '#contract/response.ts';
import type { UserNotificationData } from '#core/notifications/records.ts';
import type { CallInput } from '#http/in-process-calls.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import type { AssetName } from './frame/assets.ts';
import type { Html } from './frame/html.ts';
import type { MainSection } from './frame/main-sections.ts';
import type { Visit } from './visit.ts';

/** Fields of an address or a form, each parsed from text. */
export type Fields = Readonly<Record<string, v.GenericSchema<never, unknown> | v.GenericSchema>>;
export type ValuesOf<F> = F extends Fields
  ? { readonly [Name in keyof F]: F[Name] extends v.GenericSchema<infer _, infer Value> ? Value : never }
  : Record<never, never>;

/** What a page adds to the shared frame. */
export interface View {
  /** Title of the browser's window, without the name of the service. */
  readonly title: string;
  readonly main: Html;
  /** Whether it's shown on a screen that no one touches: without navigation, and refreshed automatically. */
  readonly isScreen?: boolean;
  /** Assets in addition to those of every page. */
  readonly brings?: readonly AssetName[];
  /** The unread counts, if the page has requested them, so that the frame doesn't do so again. */
  readonly summary?: UserNotificationData | undefined;
}

/** Redirects an address to another page. */
export interface Redirect {
  /** A path on this server. */
  readonly to: string;
}

/** A file instead of a page, to be saved or opened by another program. */
export interface Download {
  readonly content: Content;
}

/** The result of an action. */
export interface ActionOutcome {
  /** A path on this server to go to; the page itself by default. */
  readonly to?: string;
  /** Begins a session with this token, or ends the current one. */
  readonly session?: { readonly token: string } | 'ended';
  /** Shown directly instead of a redirect, for content that may be seen only once. */
  readonly view?: View;
}

/** What a form of a page does. */
export interface Action<Params = unknown, Query = unknown, Form = unknown> {
  /** Endpoints it calls: viewers who may not call all of them aren't offered the form. */
  readonly asks: readonly Endpoint[];
  readonly form: Fields;
  /** Names of fields in the bodies of the calls, where they differ from those in the form. */
  readonly bodyFieldNames?: Readonly<Record<string, string>>;
  run(visit: Visit<Params, Query>, form: Form): Promise<ActionOutcome | undefined>;
}

/** A page, as data: its route, its gates and its tests are derived from it. */
export interface Page<Params = unknown, Query = unknown> {
  /** `{name}` marks a parameter. */
  readonly path: string;
  readonly params?: Fields;
  readonly query?: Fields;
  /** Endpoints that the page requires: viewers who may call all of them may see it. */
  readonly asks: readonly Endpoint[];
  /** Endpoints for parts of the page, which are left out if the viewer may not call them. */
  readonly mayAsk?: readonly Endpoint[];
  /** Whether everyone sees the same: the page is shown as if no one was signed in. */
  readonly ignoresSession?: boolean;
  /** Whether it's a file (`Download`) instead of a page. */
  readonly isFile?: boolean;
  /** The main section it belongs to. */
  readonly place?: MainSection;
  readonly actions?: Readonly<Record<string, Action<Params, Query>>>;
  show(visit: Visit<Params, Query>): Promise<View | Redirect | Download>;
}

type Actions<P, Q, Forms> = {
  readonly [Name in keyof Forms]: Omit<Action, 'form' | 'run'> & {
    readonly form: Forms[Name];
    run(
      visit: Visit<ValuesOf<P>, ValuesOf<Q>, keyof Forms & string>,
      form: ValuesOf<Forms[Name]>,
    ): Promise<ActionOutcome | undefined>;
  };
};

/** Declares a page; the types of its address and its forms come from their fields. */
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
  // Callers parse address and forms with these fields, so the types hold.
  return declaration as unknown as Page;
}

/** Lists every endpoint that a page may call. */
export const listCallableEndpoints = computeOncePerObject(
  ({ asks, mayAsk = [], actions = {} }: Page): ReadonlySet<Endpoint> =>
    new Set([...asks, ...mayAsk, ...Object.values(actions).flatMap((action) => action.asks)]),
);

/** Whether a page may call something confidential, so that neither the log nor a phone keeps it. */
export const isConfidential = computeOncePerObject((page: Page): boolean =>
  [...listCallableEndpoints(page)].some((endpoint) => endpoint.isConfidential),
);

/** Creates an action that makes one call and then shows the page again, or goes where `leadTo` says. */
export function call<D extends Endpoint, const F extends Fields, P, Q, A extends string = never>(
  endpoint: D,
  form: F,
  say: (visit: Visit<P, Q, A>, form: ValuesOf<F>) => CallInput<D>,
  leadTo: (visit: Visit<P, Q, A>, form: ValuesOf<F>) => string | undefined = () => undefined,
) {
  return {
    asks: [endpoint],
    form,
    async run(visit: Visit<P, Q, NoInfer<A>>, values: ValuesOf<F>): Promise<ActionOutcome> {
      await visit.ask(endpoint, say(visit, values));
      const to = leadTo(visit, values);
      return to === undefined ? {} : { to };
    },
  };
}
