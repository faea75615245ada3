import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField } from '#contract/errors.ts';
import { assertMayCreate, findUser, findUserRowByName, getUser, maySee } from '#core/users/index.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { itemKind } from './access.ts';
import type { QuartermasterContentData, QuartermasterCreateData } from './records.ts';
import { findItem, type ItemContent, insertItem, itemHistory, saveEditedItem } from './store.ts';
import type { QuartermasterItemRow } from './tables.ts';

/** Creates items in the given order (libraries rules Q8 and Q9). */
export function createItems(
  context: WriteContext,
  caller: Caller,
  { items, ...shared }: QuartermasterCreateData,
): QuartermasterItemRow[] {
  assertMayCreate(context, caller);
  const modifiedAt = context.clock.now();
  return items
    .map((item) => readContent(context, caller.userID, { ...shared, ...item }))
    .map((content) => insertItem(context, { ...content, itemID: randomUUID(), ownerID: caller.userID, modifiedAt }));
}

/** Returns the stored form of an item's content. Throws 400 if the contact isn't allowed. */
function readContent(context: Context, ownerID: string, input: QuartermasterContentData): ItemContent {
  const { category, itemName, itemDescription = '', location = null, hideOwnerName = false } = input;
  return {
    category,
    itemName,
    itemDescription: itemDescription === '' ? null : normalizeCrlf(itemDescription),
    location,
    contactID: findContact(context, ownerID, { ...input, hideOwnerName }),
    hideOwnerName,
  };
}

/** Returns the id of the contact account if the owner may name it (libraries rule Q11). Throws 400. */
function findContact(
  context: Context,
  ownerID: string,
  { contactUsername = '', hideOwnerName }: Pick<QuartermasterContentData, 'contactUsername' | 'hideOwnerName'>,
): string | null {
  if (contactUsername === '') return null;
  const row = findUserRowByName(context.db, contactUsername.replace(/^@/, ''));
  const contact = row && findUser(context, row.id);
  if (!contact || !maySee(context, getUser(context, ownerID), contact))
    throw invalidField('contactUsername', 'No user has this username.');
  if (hideOwnerName && contact.userID === ownerID)
    throw invalidField('contactUsername', "The contact can't be you if your name is hidden.");
  return contact.userID;
}

/** Replaces the content of an item (libraries rules Q12 to Q14). Does nothing if it's the same. */
export function updateItem(
  context: WriteContext,
  caller: Caller,
  itemID: string,
  input: QuartermasterContentData,
): QuartermasterItemRow {
  const item = itemKind.getToChange(context, caller, itemID);
  const content = readContent(context, item.ownerID, input);
  const isLogged = itemHistory.differs(item, content) || content.contactID !== item.contactID;
  if (!isLogged && content.category === item.category) return item;
  if (isLogged) {
    itemHistory.record(context, caller, itemID, item);
    itemKind.log(context, caller, 'edit', item);
  }
  const moderationState = itemKind.stateAfterChange(caller, item);
  saveEditedItem(context, itemID, { ...content, moderationState, modifiedAt: context.clock.now() });
  return findItem(context.db, itemID) ?? item;
}
