import type { IncomingMessage } from 'node:http';
import { type Caller, isAtLeast } from '#contract/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type LowDiskLevel, lowDiskSentences } from '#contract/low-disk.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { shipTimeApi } from '#core/ship-time/api.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import type { ClaimedIdentity } from '#http/authenticate.ts';
import type { AccessChecks, CallInput } from '#http/in-process-calls.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { createShipClock } from './frame/ship-clock.ts';
import type { Page } from './page.ts';
import type { Failure, Visit } from './visit.ts';
import type { Web } from './web.ts';

/** What a visit is created from. */
interface VisitParts {
  readonly claim: ClaimedIdentity;
  /** The checks, if they were checked before. */
  readonly checks?: AccessChecks;
  readonly node: IncomingMessage;
  readonly params: unknown;
  readonly query: unknown;
  readonly failure?: Failure | undefined;
  /** Whether the page is only prefetched, so that nothing in it counts as read. */
  readonly isAhead?: boolean;
  /** The endpoints that the page declares; it can't call others. */
  readonly named: ReadonlySet<Endpoint>;
  /** The form's idempotency key, from which each call derives its own. */
  readonly key?: string | undefined;
  /** Whether the visit already has the sender's turn in the queue for heavy work. */
  readonly isInTurn?: boolean;
}

const findLowDiskSentence = (viewer: Caller | undefined, step: LowDiskLevel | undefined): string | undefined =>
  step && !(viewer && isAtLeast(viewer.level, 'moderator')) ? lowDiskSentences[step] : undefined;

/** Every page shows the unread counts and the must-see announcements in its frame. */
const isCalledByFrame = (endpoint: Endpoint): boolean =>
  endpoint === notificationsApi.summary || endpoint === announcementsApi.list;

const indexByPath = computeOncePerObject(
  (pages: readonly Page[]): ReadonlyMap<string, Page> => new Map(pages.map((page) => [page.path, page])),
);

function getPage(pages: readonly Page[], path: string): Page {
  const page = indexByPath(pages).get(path);
  if (!page) throw new Error(`no page is declared with the path ${path}`);
  return page;
}

/** The questions that a visit has asked since the last change. */
class CallsSinceChange {
  readonly #questions = new Set<string>();

  /** Throws if the same question was asked before: the page already has the answer. */
  assertNew({ method, path }: Endpoint, question: object): void {
    const said = `${path} ${JSON.stringify(question)}`;
    if (this.#questions.has(said)) throw new Error(`this page asks ${method} ${path} twice`);
    if (method === 'GET') this.#questions.add(said);
    else this.forget();
  }

  forget(): void {
    this.#questions.clear();
  }
}

/** The answer to every question that the viewer may not ask. */
const noResult = Promise.resolve(undefined);

/** Whether a check doesn't reject. */
function isNotRejected(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Opens a visit of a page. Its calls are made as the user who is signed in with this browser. */
export async function openVisit(web: Web, parts: VisitParts): Promise<Visit> {
  const { endpoints, ports, pages } = web;
  const { claim, node, failure, checks = endpoints.createAccessChecks(claim) } = parts;
  let asked = 0;
  const { isInTurn = false } = parts;
  const complete = (endpoint: Endpoint, question: CallInput): CallInput => {
    if (parts.isAhead) return { ...question, skipsRecording: true };
    if (parts.key === undefined || endpoint.method !== 'POST') return { ...question, isInTurn };
    asked += 1;
    return { ...question, isInTurn, idempotencyKey: `${parts.key}.${asked}` };
  };
  const isOpen = (endpoint: Endpoint): boolean => isNotRejected(() => checks.assertOpen(endpoint));
  const assertNamed = (endpoint: Endpoint): void => {
    if (parts.named.has(endpoint) || isCalledByFrame(endpoint)) return;
    throw new Error(`this page does not name ${endpoint.method} ${endpoint.path}`);
  };
  const before = ports.strict ? new CallsSinceChange() : undefined;
  // The promise is returned as it is: another promise around it would cost about as much as a short answer.
  const ask: Visit['ask'] = (endpoint, question = {}) => {
    assertNamed(endpoint);
    before?.assertNew(endpoint, question);
    return endpoints.ask(endpoint, claim, complete(endpoint, question as CallInput) as typeof question);
  };
  return {
    params: parts.params,
    query: parts.query,
    action: (name: string) => name,
    address: node.url ?? '/',
    viewer: checks.caller,
    clock: createShipClock(ports.now(), await endpoints.ask(shipTimeApi.timeZoneChanges, claim)),
    findShipAddress: () => web.findShipAddress(node.headers.host),
    refused: findLowDiskSentence(checks.caller, ports.lowDiskLevel()),
    knownAccounts: web.knownAccounts,
    failure,
    ask,
    askIfAllowed: (endpoint, question) => (isOpen(endpoint) ? ask(endpoint, question) : noResult),
    askAgain(endpoint, question) {
      before?.forget();
      return ask(endpoint, question);
    },
    isOpen,
    isOn: (feature) => isNotRejected(() => ports.switches.assertFeatureEnabled(undefined, feature)),
    leadsTo: (path) => getPage(pages, path).asks.every(checks.isOffered),
    askIn: ({ token }, endpoint, question) => {
      assertNamed(endpoint);
      return endpoints.ask(endpoint, { ...claim, authorization: `Bearer ${token}` }, question);
    },
    askAs: ({ name, password }, endpoint) => {
      const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
      return endpoints.ask(endpoint, { ...claim, authorization });
    },
  };
}
