import type * as v from 'valibot';
import type { Context, Write, WriteContext } from '#area/context.ts';
import type { ModeratedContent, ReportType } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getServerSettings, type ServerSettings } from '#core/settings/index.ts';
import { assertMayChange, computeStateAfterChange } from '#core/users/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { logModeratorAction } from './action-log.ts';
import { fileReport } from './file-report.ts';
import { settableKind } from './moderated-kind.ts';
import type { ModeratorActionType } from './tables.ts';

interface Row {
  readonly moderationState: ModerationState;
}
interface StoredRow extends Row {
  readonly deletedAt: Date | null;
}
type ID = string | number;

/**
 * One kind of content that users make and moderators judge, as its area declares it: `R` is what users are shown, `S` what
 * is stored. Reporting, deleting, moderating and who may change it follow from that.
 */
export interface ContentKind<R extends Row, S extends R & StoredRow, I extends ID> {
  readonly type: ReportType;
  /** What isn't found: "post". */
  readonly noun: string;
  identify(row: R): { readonly id: I; readonly authorID: string };
  /** Returns it whatever its state, deleted too. */
  find(context: Context, id: I): S | undefined;
  /** Returns what the caller sees. Throws why they don't. */
  get(context: Context, caller: Caller, id: I): R;
  /** As `get`, for reports; `get` itself unless given. */
  getToReport?(context: Context, caller: Caller, id: I): R;
  /** Throws what forbids a change, in addition to `assertMayChange` of core/users. */
  assertPlaceAllowsChange?(context: Context, caller: Caller, row: R): void;
  /** Throws not-found for what moderators don't see either. */
  assertModeratorSees?(context: Context, moderator: Caller, row: S): void;
  /** Whether it was deleted, for content that is also deleted with something else. */
  isDeleted?(context: Context, row: S): boolean;
  /** How many reports hide it; without this, none do. */
  getThreshold?(settings: ServerSettings): number;
  saveState(context: WriteContext, row: R, state: ModerationState): void;
  saveDeletion(context: WriteContext, caller: Caller, row: R): void;
}

/** What users do to content of one kind, and how moderators find it. */
function createVerbs<R extends Row, S extends R & StoredRow, I extends ID>(kind: ContentKind<R, S, I>) {
  const describe = (row: R): ModeratedContent => {
    const { id, authorID } = kind.identify(row);
    return { type: kind.type, id: String(id), authorID };
  };
  const toOwn = (row: R) => ({ authorID: kind.identify(row).authorID, state: row.moderationState });
  const getToReport = kind.getToReport ?? kind.get;

  const log = (context: WriteContext, caller: Caller, action: ModeratorActionType, row: R) =>
    logModeratorAction(context, caller, action, describe(row));

  function getToChange(context: Context, caller: Caller, id: I): R {
    const row = kind.get(context, caller, id);
    assertMayChange(context, caller, toOwn(row));
    kind.assertPlaceAllowsChange?.(context, caller, row);
    return row;
  }

  return {
    describe,
    /** Records what a moderator did to someone else's content. */
    log,
    /** Returns what the caller may change or delete now. Throws why they may not. */
    getToChange,
    /** The state that a change by the caller leaves it in. */
    stateAfterChange: (caller: Caller, row: R) => computeStateAfterChange(caller, toOwn(row)),
    delete(context: WriteContext, caller: Caller, id: I): void {
      const row = getToChange(context, caller, id);
      kind.saveDeletion(context, caller, row);
      log(context, caller, 'delete', row);
    },
    /** Files a report; enough reports hide some kinds (forums rules B44 and B45). Throws conflict for a second report. */
    report(context: WriteContext, caller: Caller, id: I, message: string): void {
      const row = getToReport(context, caller, id);
      const threshold = kind.getThreshold?.(getServerSettings(context));
      const quarantine = () => kind.saveState(context, row, 'autoQuarantined');
      const automatic = threshold === undefined ? undefined : { state: row.moderationState, threshold, quarantine };
      fileReport(context, caller, describe(row), message, automatic);
    },
    /** Returns it as moderators find it. Throws not-found (moderation rule M1). */
    getToModerate(context: Context, moderator: Caller, id: I): S {
      const row = kind.find(context, id);
      if (!row) throw notFound(kind.noun);
      kind.assertModeratorSees?.(context, moderator, row);
      return row;
    },
  };
}

type ParamsWith<I extends ID> = Readonly<Record<string, v.GenericSchema<string, I>>>;
type Calls<P extends ParamsWith<ID>, Entries extends v.ObjectEntries> = Parameters<typeof settableKind<P, Entries>>[0];

/** What moderators read of every kind of content. */
interface Status {
  readonly isDeleted: boolean;
  readonly moderationStatus: ModerationState;
}

/** What can be done to the content of one kind. */
export function contentKind<R extends Row, S extends R & StoredRow, I extends ID>(kind: ContentKind<R, S, I>) {
  const verbs = createVerbs(kind);
  const isDeleted = (context: Context, row: S) => kind.isDeleted?.(context, row) ?? row.deletedAt !== null;
  // The calls of a kind have one parameter, the id; their declarations say of which type.
  const idOf = (params: object) => Object.values(params)[0] as I;

  return {
    ...verbs,
    /** Handlers of the calls that delete it and report it. */
    handlers: {
      delete: ({ caller, params, write }: { caller: Caller; params: object; write: Write }) =>
        write((context) => verbs.delete(context, caller, idOf(params))),
      report: (call: { caller: Caller; params: object; body: { message: string }; write: Write }) =>
        call.write((context) => verbs.report(context, call.caller, idOf(call.params), call.body.message)),
    },
    /** How moderators read it, whatever its state, and set that; `read` returns its record but for the reports. */
    moderated<const P extends ParamsWith<I>, const Entries extends v.ObjectEntries>(
      calls: Calls<P, Entries>,
      read: (
        ...args: [context: Context, row: S, status: Status, moderator: Caller]
      ) => v.InferInput<v.StrictObjectSchema<Entries, undefined>>,
    ) {
      return settableKind(calls, {
        listReportTargets: (params) => [{ type: kind.type, id: String(idOf(params)) }],
        read(context, moderator, params) {
          const row = verbs.getToModerate(context, moderator, idOf(params));
          const status = { isDeleted: isDeleted(context, row), moderationStatus: row.moderationState };
          return read(context, row, status, moderator);
        },
        settable: {
          getContent(context, moderator, params) {
            const row = verbs.getToModerate(context, moderator, idOf(params));
            if (isDeleted(context, row)) throw notFound(kind.noun);
            return verbs.describe(row);
          },
          setState(context, params, state) {
            const row = kind.find(context, idOf(params));
            if (row) kind.saveState(context, row, state);
          },
        },
      });
    },
  };
}
