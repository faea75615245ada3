import * as v from 'valibot';
import type { ModeratedKind, SettableKind, SettableState, StateWord } from '#area/moderated.ts';
import { minimum } from '#contract/access.ts';
import { endpoint, type ParamsOf } from '#contract/endpoint.ts';
import { record as sentRecord } from '#contract/record.ts';
import { ReportModerationData } from './records.ts';
import type { ModeratorActionType } from './tables.ts';

/** What a word for a state stores, and what is recorded when it is set (moderation rule M2). */
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

/** What moderators read of a kind of content, as the `api.ts` of its area declares it. */
interface ReadingDeclaration<P extends Params, Entries extends v.ObjectEntries> {
  /** Names its operations: `fezPost` is read by `fezPost`, its state set by `setFezPostState`. */
  readonly word: string;
  /** Further words under which its calls are found, as they are in the path. */
  readonly aliases?: readonly string[];
  /** The id in the path, by its name there. */
  readonly params: P;
  /** The name of the record that moderators read. */
  readonly recordName: string;
  /** What is in it; the reports follow by themselves. */
  readonly record: Entries;
  readonly summary: string;
}

/** Declares `GET /mod/{word}/{id}`, which shows the record with the reports. */
export function moderatedReading<const P extends Params, const Entries extends v.ObjectEntries>(
  declaration: ReadingDeclaration<P, Entries>,
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

/** As `moderatedReading`, with `POST /mod/{word}/{id}/setstate/{state}` for what has a state of its own. */
export function moderatedCalls<const P extends Params, const Entries extends v.ObjectEntries>({
  stateSummary,
  ...declaration
}: ReadingDeclaration<P, Entries> & { readonly stateSummary: string }) {
  const [path = '', ...aliases] = listPaths(declaration).map((place) => `${place}/setstate/{state}`);
  const stateEndpoint = endpoint({
    method: 'POST',
    path,
    aliases: aliases.map((alias) => ({ path: alias })),
    access: minimum('moderator'),
    params: { ...declaration.params, state: stateInPath },
    summary: stateSummary,
  });
  return { ...moderatedReading(declaration), stateEndpoint };
}

/** Where the calls of a kind are found, the primary path first. */
function listPaths({
  word,
  aliases = [],
  params,
}: Pick<ReadingDeclaration<Params, v.ObjectEntries>, 'word' | 'aliases' | 'params'>): string[] {
  const id = Object.keys(params).map((name) => `{${name}}`);
  return [word.toLowerCase(), ...aliases].map((name) => ['/mod', name, ...id].join('/'));
}

/** The calls of a kind, made by `moderatedReading` or `moderatedCalls`. */
interface Calls<P extends Params, Entries extends v.ObjectEntries> {
  readonly word: string;
  readonly params: P;
  readonly record: Entries;
  readonly readEndpoint: ModeratedKind['readEndpoint'];
}

/** What stands behind the calls of a kind. */
interface Behaviour<P extends Params, Entries extends v.ObjectEntries>
  extends Pick<ModeratedKind<ReadParams<P>>, 'listReportTargets'> {
  read(
    ...args: Parameters<ModeratedKind<ReadParams<P>>['read']>
  ): v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
}

/** How the state of a kind is set, for one with a call for that. */
type Settable<P extends Params> = Omit<SettableKind<ReadParams<P>>, 'endpoint'>;

/** A kind of moderated content; the area that owns it contributes it as `moderated`. */
export function moderatedKind<const P extends Params, const Entries extends v.ObjectEntries>(
  { word, readEndpoint }: Calls<P, Entries>,
  behaviour: Behaviour<P, Entries>,
) {
  return { ...behaviour, word, readEndpoint };
}

/** As `moderatedKind`, for one whose state can be set. */
export function settableKind<const P extends Params, const Entries extends v.ObjectEntries>(
  calls: Calls<P, Entries> & { readonly stateEndpoint: SettableKind['endpoint'] },
  { settable, ...behaviour }: Behaviour<P, Entries> & { readonly settable: Settable<P> },
) {
  return { ...moderatedKind(calls, behaviour), settable: { ...settable, endpoint: calls.stateEndpoint } };
}
