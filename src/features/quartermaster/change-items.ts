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

/** Puts up items, in the order given (libraries rules Q8 and Q9). */
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

/** What a request says of an item, as it is stored. Throws 400 for a contact who cannot be one. */
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

/** The account to be asked about the item, as its owner may name it (libraries rule Q11). Throws 400. */
function findContact(
  context: Context,
  ownerID: string,
  { contactUsername = '', hideOwnerName }: Pick<QuartermasterContentData, 'contactUsername' | 'hideOwnerName'>,
): string | null {
  if (contactUsername === '') return null;
  const row = findUserRowByName(context.db, contactUsername.replace(/^@/, ''));
  const contact = row && findUser(context, row.id);
  if (!contact || !maySee(context, getUser(context, ownerID), contact))
    throw invalidField('contactUsername', 'The contactUsername must be that of a user.');
  if (hideOwnerName && contact.userID === ownerID)
    throw invalidField('contactUsername', 'The contactUsername must not be that of the owner, whose name is hidden.');
  return contact.userID;
}

/** Replaces what an item says (libraries rules Q12 to Q14). Nothing happens when that is what it says already. */
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
