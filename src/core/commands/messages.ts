import * as v from 'valibot';
import { type Context, createOncePerInstance, transact, type WriteContext } from '#area/context.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { deleteMessages, findMessages, insertMessage } from './store.ts';

const Fact = v.union([v.string(), v.number(), v.boolean()]);
/** A line for the log of the service: what a command did, and whoever called it. */
const Line = v.object({ words: v.string(), facts: v.record(v.string(), Fact), by: v.string() });
export type CommandLine = v.InferOutput<typeof Line>;

/** Whose locks are to be forgotten: of accounts, of an address, or of everyone. */
const Unlock = v.union([
  v.object({ userIDs: v.array(v.string()) }),
  v.object({ address: v.string() }),
  v.object({ everybody: v.literal(true) }),
]);
export type Unlock = v.InferOutput<typeof Unlock>;

/** Says in the log of the service, now or once it starts, what a command did. */
export const sendLine = (context: Pick<WriteContext, 'db' | 'clock'>, line: CommandLine): void =>
  insertMessage(context.db, { kind: 'line', content: JSON.stringify(line), createdAt: context.clock.now() });

/** Asks the service to forget what it remembers of wrong tries. */
export const sendUnlock = ({ db, clock }: WriteContext, unlock: Unlock): void =>
  insertMessage(db, { kind: 'unlock', content: JSON.stringify(unlock), createdAt: clock.now() });

/** The last message that was processed: on a full disk they cannot be deleted, and are not processed again all the same. */
const takenUp = createOncePerInstance((): { lastID: number } => ({ lastID: 0 }));

/** Writes into the log what commands did, and has their requests carried out. */
export function takeUpMessages(context: Context, carryOut: (unlock: Unlock) => void): void {
  const taken = takenUp(context);
  const messages = findMessages(context.db, taken.lastID);
  for (const { id, kind, content, createdAt } of messages) {
    taken.lastID = id;
    if (kind === 'unlock') carryOut(v.parse(Unlock, JSON.parse(content)));
    else {
      const { words, facts, by } = v.parse(Line, JSON.parse(content));
      context.log.info({ ...facts, by, at: createdAt.toISOString() }, words);
    }
  }
  if (messages.length > 0) forget(context, taken.lastID);
}

function forget(context: Context, lastID: number): void {
  try {
    transact(context, ({ db }) => deleteMessages(db, lastID));
  } catch (error) {
    const trouble = findMachineTrouble(error);
    if (!trouble) throw error;
    context.conditions.begin(trouble.state, trouble.sentence);
  }
}
