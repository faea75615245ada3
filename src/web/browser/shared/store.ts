import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Fields of a form as they were filled in: texts, and files that were chosen. */
export type FilledFields = readonly (readonly [name: string, value: string | File])[];

/** Something that somebody wrote, until the box has said what became of it. */
export interface Message {
  /** Under which it is done once, however often it is sent (decision 35). */
  readonly key: string;
  readonly account: string;
  /** Where its form sends it. */
  readonly address: string;
  readonly fields: FilledFields;
  /** Path of the page it was written on. */
  readonly page: string;
  /** In milliseconds. */
  readonly writtenAt: number;
  /** When it was first sent, in milliseconds: from then on the box may have it. */
  readonly triedAt?: number;
  /** Why the box did not take it. */
  readonly refusal?: string;
}

/** What is typed into a form and was not sent yet. */
export interface Draft {
  readonly account: string;
  /** Path of the page and name of the form. */
  readonly form: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Schema extends DBSchema {
  /** In the order in which they were written. */
  outbox: { key: number; value: Message; indexes: { account: string } };
  drafts: { key: [account: string, form: string]; value: Draft; indexes: { account: string } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('gangway', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { autoIncrement: true }).createIndex('account', 'account');
      database.createObjectStore('drafts', { keyPath: ['account', 'form'] }).createIndex('account', 'account');
    },
    terminated() {
      opening = undefined;
    },
  });
  return opening;
}

/** A message with its number in the order in which they were written. */
export type KeptMessage = Message & { readonly number: number };

/** What somebody wrote on this phone and the box has not taken, in the order of writing. */
export async function listMessages(account: string): Promise<KeptMessage[]> {
  const index = (await open()).transaction('outbox').store.index('account');
  const messages: KeptMessage[] = [];
  for (let cursor = await index.openCursor(account); cursor; cursor = await cursor.continue()) {
    messages.push({ ...cursor.value, number: cursor.primaryKey });
  }
  return messages;
}

/** Writes that outlive the browser's end are on the disk when they are done. */
const onDisk = { durability: 'strict' } as const;

/** Puts a message behind those that wait already, and takes away the draft that it was. */
export async function addMessage(message: Message, draft: string): Promise<void> {
  const change = (await open()).transaction(['outbox', 'drafts'], 'readwrite', onDisk);
  await Promise.all([
    change.objectStore('outbox').add(message),
    change.objectStore('drafts').delete([message.account, draft]),
    change.done,
  ]);
}

/** Changes what is known of a message, unless it is gone meanwhile. */
export async function changeMessage(number: number, changes: Partial<Message>): Promise<void> {
  const change = (await open()).transaction('outbox', 'readwrite', onDisk);
  const message = await change.store.get(number);
  if (message) await change.store.put({ ...message, ...changes }, number);
  await change.done;
}

export const deleteMessage = async (number: number): Promise<void> => (await open()).delete('outbox', number);

export const findDraft = async (account: string, form: string): Promise<Draft | undefined> =>
  (await open()).get('drafts', [account, form]);

export async function saveDraft(draft: Draft): Promise<void> {
  const change = (await open()).transaction('drafts', 'readwrite', onDisk);
  await Promise.all([change.store.put(draft), change.done]);
}

export const deleteDraft = async (account: string, form: string): Promise<void> =>
  (await open()).delete('drafts', [account, form]);

/** Deletes all that is kept of an account. */
export async function forgetAccount(account: string): Promise<void> {
  const change = (await open()).transaction(['outbox', 'drafts'], 'readwrite', onDisk);
  for (const name of ['outbox', 'drafts'] as const) {
    const index = change.objectStore(name).index('account');
    for (let cursor = await index.openCursor(account); cursor; cursor = await cursor.continue()) await cursor.delete();
  }
  await change.done;
}
