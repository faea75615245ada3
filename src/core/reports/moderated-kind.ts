import * as v from 'valibot';
import type { ModeratedKind, SettableKind, SettableState, StateWord } from '#area/moderated.ts';
import { minimum } from '#contract/access.ts';
import { endpoint, type ParamsOf } from '#contract/endpoint.ts';
import { record as sentRecord } from '#contract/record.ts';
import { acceptsReason } from './author-notice.ts';
import { ReportModerationData } from './records.ts';
import type { ModeratorActionType } from './tables.ts';

/** Maps each state word to the stored state and the recorded action (moderation rule M2). */
export const settableStates: Readonly<Record<StateWord, { state: SettableState; action: ModeratorActionType }>> = {
  normal: { state: 'normal', action: 'unlock' },
  quarantined: { state: 'quarantined', action: 'quarantine' },
  reviewed: { state: 'modReviewed', action: 'markReviewed' },
  locked: { state: 'locked', action: 'lock' },
};

// The keys of this table are exactly the words.
const stateInPath = v.picklist(Object.keys(settableStates) as StateWord[]);

type Params = Readonly<Record<string, v.GenericSchema<string, string | number>>>;
type ReadParams<P extends Params> = ParamsOf<{ readonly params: P }>;

/** How moderators read a kind of content, as declared in the `api.ts` of its area. */
interface ReadDeclaration<P extends Params, Entries extends v.ObjectEntries> {
  /** Names its operations: `fezPost` is read by `fezPost`, and its state is set by `setFezPostState`. */
  readonly word: string;
  /** Alternative words in the path of its calls. */
  readonly aliases?: readonly string[];
  /** The id parameter in the path, by name. */
  readonly params: P;
  /** The name of the record for moderators. */
  readonly recordName: string;
  /** The fields of the record. The reports are added automatically. */
  readonly record: Entries;
  readonly summary: string;
}

/** Declares `GET /mod/{word}/{id}`, which returns the record with its reports. */
export function declareModeratedRead<const P extends Params, const Entries extends v.ObjectEntries>(
  declaration: ReadDeclaration<P, Entries>,
) {
  const { word, params, recordName, record, summary } = declaration;
  const [path = '', ...aliases] = listPaths(declaration);
  const readEndpoint = endpoint({
    method: 'GET',
    path,
    aliases: aliases.map((alias) => ({ path: alias })),
    access: minimum('moderator'),
    params,
    response: sentRecord(recordName, {
      ...record,
      reports: v.pipe(v.array(ReportModerationData), v.description('Reports on it, newest first')),
    }),
    summary,
  });
  return { word, params, record, readEndpoint };
}

/** Like `declareModeratedRead`, plus `POST /mod/{word}/{id}/setstate/{state}` for content with its own state. */
export function declareModeratedCalls<const P extends Params, const Entries extends v.ObjectEntries>({
  stateSummary,
  ...declaration
}: ReadDeclaration<P, Entries> & { readonly stateSummary: string }) {
  const [path = '', ...aliases] = listPaths(declaration).map((place) => `${place}/setstate/{state}`);
  const stateEndpoint = endpoint({
    method: 'POST',
    path,
    aliases: aliases.map((alias) => ({ path: alias })),
    access: minimum('moderator'),
    params: { ...declaration.params, state: stateInPath },
    ...acceptsReason,
    summary: stateSummary,
  });
  return { ...declareModeratedRead(declaration), stateEndpoint };
}

/** Lists the paths of a kind's calls, primary path first. */
function listPaths({
  word,
  aliases = [],
  params,
}: Pick<ReadDeclaration<Params, v.ObjectEntries>, 'word' | 'aliases' | 'params'>): string[] {
  const id = Object.keys(params).map((name) => `{${name}}`);
  return [word.toLowerCase(), ...aliases].map((name) => ['/mod', name, ...id].join('/'));
}

/** The calls of a kind, created by `declareModeratedRead` or `declareModeratedCalls`. */
interface Calls<P extends Params, Entries extends v.ObjectEntries> {
  readonly word: string;
  readonly params: P;
  readonly record: Entries;
  readonly readEndpoint: ModeratedKind['readEndpoint'];
}

/** The implementation of a kind's calls. */
interface KindHandlers<P extends Params, Entries extends v.ObjectEntries>
  extends Pick<ModeratedKind<ReadParams<P>>, 'listReportTargets'> {
  read(
    ...args: Parameters<ModeratedKind<ReadParams<P>>['read']>
  ): v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
}

/** How the state of a kind is set, if it has a call for that. */
type Settable<P extends Params> = Omit<SettableKind<ReadParams<P>>, 'endpoint'>;

/** Creates a kind of moderated content. The area that owns it contributes it as `moderated`. */
export function moderatedKind<const P extends Params, const Entries extends v.ObjectEntries>(
  { word, readEndpoint }: Calls<P, Entries>,
  behaviour: KindHandlers<P, Entries>,
) {
  return { ...behaviour, word, readEndpoint };
}

/** Like `moderatedKind`, for a kind whose state can be set. */
export function settableKind<const P extends Params, const Entries extends v.ObjectEntries>(
  calls: Calls<P, Entries> & { readonly stateEndpoint: SettableKind['endpoint'] },
  { settable, ...behaviour }: KindHandlers<P, Entries> & { readonly settable: Settable<P> },
) {
  return { ...moderatedKind(calls, behaviour), settable: { ...settable, endpoint: calls.stateEndpoint } };
}
