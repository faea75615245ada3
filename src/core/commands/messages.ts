import * as v from 'valibot';
import { type Context, createOncePerInstance, transact, type WriteContext } from '#area/context.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { deleteMessages, findMessages, insertMessage } from './store.ts';

const FactValue = v.union([v.string(), v.number(), v.boolean()]);
/** A line for the service's log: what a command did and who ran it. */
const LogLine = v.object({ words: v.string(), facts: v.record(v.string(), FactValue), by: v.string() });
export type CommandLine = v.InferOutput<typeof LogLine>;

/** Which locks to lift: those of accounts, of an address, or of everyone. */
const Unlock = v.union([
  v.object({ userIDs: v.array(v.string()) }),
  v.object({ address: v.string() }),
  v.object({ everybody: v.literal(true) }),
]);
export type Unlock = v.InferOutput<typeof Unlock>;

/** Logs what a command did in the service's log, now or once the service starts. */
export const sendLine = (context: Pick<WriteContext, 'db' | 'clock'>, line: CommandLine): void =>
  insertMessage(context.db, { kind: 'line', content: JSON.stringify(line), createdAt: context.clock.now() });

/** Asks the service to reset its counters for failed attempts. */
export const sendUnlock = ({ db, clock }: WriteContext, unlock: Unlock): void =>
  insertMessage(db, { kind: 'unlock', content: JSON.stringify(unlock), createdAt: clock.now() });

/** The last processed message. On a full disk messages can't be deleted, and this prevents processing them twice. */
const lastProcessed = createOncePerInstance((): { lastID: number } => ({ lastID: 0 }));

/** Logs what commands did, and executes their requests. */
export function processMessages(context: Context, carryOut: (unlock: Unlock) => void): void {
  const taken = lastProcessed(context);
  const messages = findMessages(context.db, taken.lastID);
  for (const { id, kind, content, createdAt } of messages) {
    taken.lastID = id;
    if (kind === 'unlock') carryOut(v.parse(Unlock, JSON.parse(content)));
    else {
      const { words, facts, by } = v.parse(LogLine, JSON.parse(content));
      context.log.info({ ...facts, by, at: createdAt.toISOString() }, words);
    }
  }
  if (messages.length > 0) deleteProcessedMessages(context, taken.lastID);
}

function deleteProcessedMessages(context: Context, lastID: number): void {
  try {
    transact(context, ({ db }) => deleteMessages(db, lastID));
  } catch (error) {
    const trouble = findMachineTrouble(error);
    if (!trouble) throw error;
    context.conditions.begin(trouble.state, trouble.sentence);
  }
}
