import * as v from 'valibot';
import { instant, list, optionalInput, Paginator, trimmedLine, trimmedText, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ContentModerationStatus, editLogEntries } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { itemCategories } from './tables.ts';

const QuartermasterCategory = v.picklist(itemCategories);

/** An item as somebody sees it (libraries, Records: QuartermasterData). */
export const QuartermasterData = record('QuartermasterData', {
  itemID: uuid,
  category: QuartermasterCategory,
  itemName: v.string(),
  itemDescription: v.optional(v.string()),
  location: v.optional(v.string()),
  owner: v.optional(UserHeader),
  contactUser: v.optional(UserHeader),
  hideOwnerName: v.boolean(),
  moderationStatus: ContentModerationStatus,
  lastModificationTime: instant,
});
export type QuartermasterData = v.InferOutput<typeof QuartermasterData>;

/** A page of items. */
export const QuartermasterListData = record('QuartermasterListData', {
  paginator: Paginator,
  items: v.array(QuartermasterData),
});
export type QuartermasterListData = v.InferOutput<typeof QuartermasterListData>;

/** What an item said before somebody changed it. */
export const QuartermasterEditLogData = record('QuartermasterEditLogData', {
  itemID: uuid,
  ...editLogEntries,
  itemName: v.string(),
  itemDescription: v.string(),
  location: v.string(),
  hideOwnerName: v.boolean(),
});
export type QuartermasterEditLogData = v.InferOutput<typeof QuartermasterEditLogData>;

const maxItems = 10;
const maxDescription = 2048;
/** A username, perhaps with an `@` before it. */
const maxContact = 51;

const itemEntries = {
  itemName: trimmedLine('itemName', 2, 100),
  itemDescription: optionalInput(trimmedText('itemDescription', 0, maxDescription)),
};

const sharedEntries = {
  category: QuartermasterCategory,
  location: optionalInput(trimmedLine('location', 3, 100)),
  contactUsername: optionalInput(trimmedLine('contactUsername', 0, maxContact)),
  hideOwnerName: optionalInput(v.boolean()),
};

interface Reachable {
  readonly location?: string | undefined;
  readonly contactUsername?: string | undefined;
  readonly hideOwnerName?: boolean | undefined;
}

const canBeReached = ({ location, contactUsername = '', hideOwnerName = false }: Reachable): boolean =>
  !hideOwnerName || location !== undefined || contactUsername !== '';
const unreachable = 'With hideOwnerName there must be a location or a contactUsername.';

/** One item of several that are made at once. */
const QuartermasterItemEntry = inputRecord('QuartermasterItemEntry', itemEntries);

/** Items to be made, all or none; what is not their own they share. */
export const QuartermasterCreateData = v.pipe(
  inputRecord('QuartermasterCreateData', {
    ...sharedEntries,
    items: v.pipe(
      list('items', QuartermasterItemEntry, maxItems),
      v.check((items) => items.length > 0, `The items must be 1 to ${maxItems}.`),
    ),
  }),
  v.forward(v.partialCheck([['location'], ['contactUsername'], ['hideOwnerName']], canBeReached, unreachable), [
    'hideOwnerName',
  ]),
);
export type QuartermasterCreateData = v.InferOutput<typeof QuartermasterCreateData>;

/** All that an item is to say from now on; what is absent is cleared. */
export const QuartermasterContentData = v.pipe(
  inputRecord('QuartermasterContentData', { ...sharedEntries, ...itemEntries }),
  v.forward(v.partialCheck([['location'], ['contactUsername'], ['hideOwnerName']], canBeReached, unreachable), [
    'hideOwnerName',
  ]),
);
export type QuartermasterContentData = v.InferOutput<typeof QuartermasterContentData>;

/** Items on a page, unless the caller asks for another number. */
export const defaultLimit = 50;
