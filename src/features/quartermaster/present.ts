import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { EveryField } from '#contract/record.ts';
import { presentEdit, presentHeaderForModerators } from '#core/reports/index.ts';
import { getUser, isUnderReview, maySee, presentHeader } from '#core/users/index.ts';
import type { QuartermasterData, QuartermasterEditLogData } from './records.ts';
import type { QuartermasterEditRow, QuartermasterItemRow } from './tables.ts';

/** Returns the words of an item as everyone sees them (libraries rule Q19). */
export function presentItemTexts({ itemName, itemDescription, location, moderationState }: QuartermasterItemRow) {
  const isMasked = isUnderReview(moderationState);
  const show = (what: string, text: string) => (isMasked ? `${what} is under moderator review` : text);
  return {
    itemName: show('Item name', itemName),
    itemDescription: itemDescription === null ? undefined : show('Item description', itemDescription),
    location: location === null ? undefined : show('Item location', location),
  };
}

const presentItemFields = ({ itemID, category, hideOwnerName, moderationState, modifiedAt }: QuartermasterItemRow) => ({
  itemID,
  category,
  hideOwnerName,
  moderationStatus: moderationState,
  lastModificationTime: modifiedAt,
});

/** Returns an item for the caller, possibly without its owner (libraries rule Q7). */
export function presentItem(context: Context, caller: Caller, row: QuartermasterItemRow): QuartermasterData {
  const { ownerID, contactID, hideOwnerName } = row;
  const isOwnerHidden = hideOwnerName && ownerID !== caller.userID;
  const contact = contactID === null ? undefined : getUser(context, contactID);
  const isContactHidden = !contact || !maySee(context, caller, contact) || (isOwnerHidden && contactID === ownerID);
  return {
    ...presentItemFields(row),
    ...presentItemTexts(row),
    owner: isOwnerHidden ? undefined : presentHeader(getUser(context, ownerID)),
    contactUser: isContactHidden ? undefined : presentHeader(contact),
  } satisfies EveryField<QuartermasterData>;
}

/** Like `presentItem`, for a caller who has just changed the item: always with its owner (libraries rule Q7). */
export const presentChangedItem = (context: Context, caller: Caller, row: QuartermasterItemRow): QuartermasterData => ({
  ...presentItem(context, caller, row),
  owner: presentHeader(getUser(context, row.ownerID)),
});

/** Returns an item for moderators, with its content and owner (moderation rule M21). */
export const presentItemForModerators = (context: Context, row: QuartermasterItemRow): QuartermasterData =>
  ({
    ...presentItemFields(row),
    itemName: row.itemName,
    itemDescription: row.itemDescription ?? undefined,
    location: row.location ?? undefined,
    owner: presentHeaderForModerators(context, row.ownerID),
    contactUser: row.contactID === null ? undefined : presentHeaderForModerators(context, row.contactID),
  }) satisfies EveryField<QuartermasterData>;

/** Returns the content of an item before a change. */
export const presentItemEdit = (context: Context, edit: QuartermasterEditRow): QuartermasterEditLogData =>
  ({
    itemID: edit.itemID,
    ...presentEdit(context, edit),
    itemName: edit.itemName,
    itemDescription: edit.itemDescription ?? '',
    location: edit.location ?? '',
    hideOwnerName: edit.hideOwnerName,
  }) satisfies EveryField<QuartermasterEditLogData>;
