import type * as v from 'valibot';
import type { Context, Write, WriteContext } from '#area/context.ts';
import type { ModeratedContent, ReportType, SentReason } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getServerSettings, type ServerSettings } from '#core/settings/index.ts';
import { assertMayChange, computeStateAfterChange } from '#core/users/index.ts';
import type { ModerationState } from '#core/users/tables.ts';
import { logModeratorAction } from './action-log.ts';
import { type DisclosedPost, fileReport } from './file-report.ts';
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
 * One kind of user content that moderators can act on, as declared by its area: `R` is the form shown to users, `S` the
 * stored row. Reporting, deleting, moderating and the permission to change it are derived from this.
 */
export interface ContentKind<R extends Row, S extends R & StoredRow, I extends ID> {
  readonly type: ReportType;
  /** Used in not-found errors, such as "post". */
  readonly noun: string;
  identify(row: R): { readonly id: I; readonly authorID: string };
  /** What its author calls it, such as "forum post". */
  readonly nounForAuthor: string;
  /** Returns its words, by which its author recognizes it; empty if it has none. */
  quote(row: R): string;
  /** Returns it whatever its state, even if it's deleted. */
  find(context: Context, id: I): S | undefined;
  /** Returns the content for the caller. Throws if they can't see it. */
  get(context: Context, caller: Caller, id: I): R;
  /** Like `get`, for reports. Defaults to `get`. */
  getToReport?(context: Context, caller: Caller, id: I): R;
  /** Throws if its place forbids a change, in addition to `assertMayChange` of core/users. */
  assertPlaceAllowsChange?(context: Context, caller: Caller, row: R): void;
  /** Throws not-found for content that moderators can't see either. */
  assertModeratorSees?(context: Context, moderator: Caller, row: S): void;
  /** Whether it's deleted, for content that is also deleted together with something else. */
  isDeleted?(context: Context, row: S): boolean;
  /** Returns how many reports hide it. Without this, reports never hide it. */
  getThreshold?(settings: ServerSettings): number;
  saveState(context: WriteContext, row: R, state: ModerationState): void;
  saveDeletion(context: WriteContext, caller: Caller, row: R): void;
}

/** Creates the actions of users on content of one kind, and the lookup for moderators. */
function createVerbs<R extends Row, S extends R & StoredRow, I extends ID>(kind: ContentKind<R, S, I>) {
  const describe = (row: R): ModeratedContent => {
    const { id, authorID } = kind.identify(row);
    return { type: kind.type, id: String(id), authorID, noun: kind.nounForAuthor, quote: kind.quote(row) };
  };
  const toOwn = (row: R) => ({ authorID: kind.identify(row).authorID, state: row.moderationState });
  const getToReport = kind.getToReport ?? kind.get;

  const log = (context: WriteContext, caller: Caller, action: ModeratorActionType, row: R, sent?: SentReason) =>
    logModeratorAction(context, caller, action, describe(row), sent);

  function getToChange(context: Context, caller: Caller, id: I): R {
    const row = kind.get(context, caller, id);
    assertMayChange(context, caller, toOwn(row));
    kind.assertPlaceAllowsChange?.(context, caller, row);
    return row;
  }

  return {
    describe,
    /** Records a moderator's action on someone else's content, and sends the author the reason if there is one. */
    log,
    /** Returns content that the caller may change or delete now. Throws if they can't. */
    getToChange,
    /** Returns the state after a change by the caller. */
    stateAfterChange: (caller: Caller, row: R) => computeStateAfterChange(caller, toOwn(row)),
    delete(context: WriteContext, caller: Caller, id: I, sent?: SentReason): void {
      const row = getToChange(context, caller, id);
      kind.saveDeletion(context, caller, row);
      log(context, caller, 'delete', row, sent);
    },
    /**
     * Files a report, with copies of messages that it discloses. Enough reports hide some kinds (forums rules B44 and B45). Throws conflict for a second report.
     */
    report(
      context: WriteContext,
      caller: Caller,
      id: I,
      message: string,
      disclosed: readonly DisclosedPost[] = [],
    ): void {
      const row = getToReport(context, caller, id);
      const threshold = kind.getThreshold?.(getServerSettings(context));
      const quarantine = () => kind.saveState(context, row, 'autoQuarantined');
      const automatic = threshold === undefined ? undefined : { state: row.moderationState, threshold, quarantine };
      fileReport(context, caller, describe(row), message, { automatic, disclosed });
    },
    /** Returns the content for moderators. Throws not-found (moderation rule M1). */
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

/** Fields that moderators see for every kind of content. */
interface Status {
  readonly isDeleted: boolean;
  readonly moderationStatus: ModerationState;
}

/** Creates all actions on content of one kind. */
export function contentKind<R extends Row, S extends R & StoredRow, I extends ID>(kind: ContentKind<R, S, I>) {
  const verbs = createVerbs(kind);
  const isDeleted = (context: Context, row: S) => kind.isDeleted?.(context, row) ?? row.deletedAt !== null;
  // Calls of a kind have a single parameter, the id; their declarations determine its type.
  const idOf = (params: object) => Object.values(params)[0] as I;

  return {
    ...verbs,
    /** Handlers of the delete and report calls. */
    handlers: {
      delete: (call: { caller: Caller; params: object; body: SentReason; write: Write }) =>
        call.write((context) => verbs.delete(context, call.caller, idOf(call.params), call.body)),
      report: (call: { caller: Caller; params: object; body: { message: string }; write: Write }) =>
        call.write((context) => verbs.report(context, call.caller, idOf(call.params), call.body.message)),
    },
    /**
     * Creates the moderators' calls to read it, whatever its state, and to set its state. `read` returns its record
     * without the reports.
     */
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
