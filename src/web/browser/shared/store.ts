import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from './with-timeout.ts';

/** Fields of a form as filled in: texts and chosen files. */
export type FilledFields = readonly (readonly [name: string, value: string | File])[];

/** A message that's stored until the server has responded to it. */
export interface Message {
  /** The idempotency key, under which the server processes it once (decision 35). */
  readonly key: string;
  readonly account: string;
  /** The address it's sent to. */
  readonly address: string;
  readonly fields: FilledFields;
  /** Path of the page it was written on. */
  readonly page: string;
  /** Id of the form it was written in, if it has one: the page shows the message next to it. */
  readonly form?: string;
  /** When it was written and first sent under its key, in milliseconds. */
  readonly writtenAt: number;
  /** Why the server rejected it. */
  readonly refusal?: string;
}

/** Text typed into a form and not sent yet. */
export interface Draft {
  readonly account: string;
  /** Path of the page and name of the form. */
  readonly form: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Schema extends DBSchema {
  /** Keys ascend in the order in which messages were written. */
  outbox: { key: number; value: Message; indexes: { account: string } };
  drafts: { key: [account: string, form: string]; value: Draft; indexes: { account: string } };
}

let openedDatabase: Promise<IDBPDatabase<Schema>> | undefined;

/** What browsers throw on a lost connection; a new connection may work. */
const lostConnection = new Set(['InvalidStateError', 'UnknownError']);

/**
 * Runs `work` on this phone's database, reconnecting if the connection was lost. Rejects if the phone can't store data:
 * in some private tabs, when its disk is full, or when its storage doesn't respond (`inTime`).
 */
async function withDatabase<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const isReused = openedDatabase !== undefined;
  try {
    return await withTimeout(open().then(work));
  } catch (error) {
    closeDatabase();
    if (isReused && error instanceof DOMException && lostConnection.has(error.name))
      return withTimeout(open().then(work));
    throw error;
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  openedDatabase ??= openDB<Schema>('gangway', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { autoIncrement: true }).createIndex('account', 'account');
      database.createObjectStore('drafts', { keyPath: ['account', 'form'] }).createIndex('account', 'account');
    },
    terminated() {
      openedDatabase = undefined;
    },
  });
  return openedDatabase;
}

/** The next call opens it again. */
function closeDatabase(): void {
  void openedDatabase?.then((database) => database.close()).catch(() => {});
  openedDatabase = undefined;
}

/** A message with its position in the order of writing. */
export type QueuedMessage = Message & { readonly number: number };

/** Lists what this account wrote on this phone and the server hasn't accepted, in the order of writing. */
export const listMessages = (account: string): Promise<QueuedMessage[]> =>
  withDatabase(async (database) => {
    const index = database.transaction('outbox').store.index('account');
    const messages: QueuedMessage[] = [];
    for (let cursor = await index.openCursor(account); cursor; cursor = await cursor.continue()) {
      messages.push({ ...cursor.value, number: cursor.primaryKey });
    }
    return messages;
  });

/** Writes that survive a crash of the browser are on the disk when the transaction completes. */
const durableOptions = { durability: 'strict' } as const;

/** Appends a message to the queue and deletes its draft. */
export const addMessage = (message: Message, draft: string): Promise<void> =>
  withDatabase(async (database) => {
    const change = database.transaction(['outbox', 'drafts'], 'readwrite', durableOptions);
    await Promise.all([
      change.objectStore('outbox').add(message),
      change.objectStore('drafts').delete([message.account, draft]),
      change.done,
    ]);
  });

/** Updates the state of a message unless it was deleted in the meantime. */
export const changeMessage = (number: number, changes: Partial<Message>): Promise<void> =>
  withDatabase(async (database) => {
    const change = database.transaction('outbox', 'readwrite', durableOptions);
    const message = await change.store.get(number);
    await Promise.all([message && change.store.put({ ...message, ...changes }, number), change.done]);
  });

export const deleteMessage = (number: number): Promise<void> =>
  withDatabase((database) => database.delete('outbox', number));

export const findDraft = (account: string, form: string): Promise<Draft | undefined> =>
  withDatabase((database) => database.get('drafts', [account, form]));

export const saveDraft = (draft: Draft): Promise<void> =>
  withDatabase(async (database) => {
    const change = database.transaction('drafts', 'readwrite', durableOptions);
    await Promise.all([change.store.put(draft), change.done]);
  });

export const deleteDraft = (account: string, form: string): Promise<void> =>
  withDatabase((database) => database.delete('drafts', [account, form]));

/** Deletes everything that's stored for an account. */
export const forgetAccount = (account: string): Promise<void> =>
  withDatabase(async (database) => {
    const change = database.transaction(['outbox', 'drafts'], 'readwrite', durableOptions);
    for (const name of ['outbox', 'drafts'] as const) {
      const index = change.objectStore(name).index('account');
      for (let cursor = await index.openCursor(account); cursor; cursor = await cursor.continue())
        await cursor.delete();
    }
    await change.done;
  });
