import type { Database } from '#db/open.ts';
import type { Log } from '#platform/observing/log.ts';
import type { Context } from './context.ts';

/** What a line of the log says beside its words: who and what it is about, in names rather than ids. */
export type CrewFacts = Readonly<Record<string, string | number | boolean | undefined>> & {
  // These say something else in every line.
  readonly [word in 'level' | 'time' | 'msg' | 'account' | 'address' | 'requestID']?: never;
};

/** Takes a line for the crew; inside a transaction it is told once that is stored, and never after a rollback. */
export type CrewTeller = (db: Database, words: string, facts: CrewFacts) => void;

/** The service tells the crew by its log. */
export const tellByLog =
  (log: Log): CrewTeller =>
  (db, words, facts) =>
    db.afterCommit(() => log.info(facts, words));

/**
 * One line in the log of the service for what its crew, or whoever looks into an attack, wants to know: who was let in,
 * locked out or raised, what was imported or set. A command beside the service tells it by way of the service. Who did it
 * stands in the line by itself.
 */
export function tellCrew(context: Context, words: string, facts: CrewFacts = {}): void {
  context.crewTeller(context.db, words, facts);
}
