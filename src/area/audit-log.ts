import type { Database } from '#db/open.ts';
import type { Log } from '#platform/observing/log.ts';
import type { Context } from './context.ts';

/** What a line of the audit log is about, in names rather than ids. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | undefined>> & {
  // Every line uses these for something else.
  readonly [word in 'level' | 'time' | 'msg' | 'account' | 'address' | 'requestID']?: never;
};

/** Writes a line; inside a transaction after the commit, and never after a rollback. */
export type AuditLog = (db: Database, words: string, facts: AuditFacts) => void;

/** The service's own log is its audit log. */
export const createLogAudit =
  (log: Log): AuditLog =>
  (db, words, facts) =>
    db.afterCommit(() => log.info(facts, words));

/**
 * Records what the crew and anyone who investigates an attack want to know: who was let in, locked out or promoted, what
 * was imported or set. Commands send their lines to the service. The line names who did it by itself.
 */
export function writeAuditLog(context: Context, words: string, facts: AuditFacts = {}): void {
  context.auditLog(context.db, words, facts);
}
