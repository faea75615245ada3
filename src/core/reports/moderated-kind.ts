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

/** A kind of moderated content as its area declares it. */
interface Declaration<P extends Params, Entries extends v.ObjectEntries>
  extends Pick<ModeratedKind<ReadParams<P>>, 'word' | 'listReportTargets'> {
  /** Further words under which its calls are found, as they stand in the path. */
  readonly aliases?: readonly string[];
  /** The id in the path, by its name there. */
  readonly params: P;
  /** The name of the record that moderators read. */
  readonly recordName: string;
  /** What is in it; the reports follow by themselves. */
  readonly record: Entries;
  readonly summary: string;
  read(
    ...args: Parameters<ModeratedKind<ReadParams<P>>['read']>
  ): v.InferInput<v.StrictObjectSchema<Entries, undefined>>;
  readonly settable?: Omit<SettableKind<ReadParams<P>>, 'endpoint'> & { readonly summary: string };
}

/**
 * Declares a kind of moderated content; the area that owns it contributes it as `moderated`. From it follow
 * `GET /mod/{word}/{id}`, which shows the record with the reports, and, where its state can be set,
 * `POST /mod/{word}/{id}/setstate/{state}`.
 */
export function moderatedKind<const P extends Params, const Entries extends v.ObjectEntries>(
  declaration: Declaration<P, Entries>,
) {
  const { word, aliases = [], params, recordName, record, summary, settable, ...kind } = declaration;
  const id = Object.keys(params).map((name) => `{${name}}`);
  const buildPath = (name: string) => ['/mod', name, ...id].join('/');
  const path = buildPath(word.toLowerCase());
  const readEndpoint = endpoint({
    method: 'GET',
    path,
    aliases: aliases.map((alias) => ({ path: buildPath(alias) })),
    access: minimum('moderator'),
    params,
    response: sentRecord(recordName, { ...record, reports: v.array(ReportModerationData) }),
    summary,
  });
  return {
    ...kind,
    word,
    readEndpoint,
    settable: settable && {
      ...settable,
      endpoint: endpoint({
        method: 'POST',
        path: `${path}/setstate/{state}`,
        aliases: aliases.map((alias) => ({ path: `${buildPath(alias)}/setstate/{state}` })),
        access: minimum('moderator'),
        params: { ...params, state: stateInPath },
        summary: settable.summary,
      }),
    },
  };
}
