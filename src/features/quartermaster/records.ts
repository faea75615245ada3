import * as v from 'valibot';
import { instant, list, optionalInput, Paginator, trimmedLine, trimmedText, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { ContentModerationStatus, editLogEntries } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { itemCategories } from './tables.ts';

const QuartermasterCategory = v.picklist(itemCategories);

/** An item as a viewer sees it (libraries, Records: QuartermasterData). */
export const QuartermasterData = record('QuartermasterData', {
  itemID: v.pipe(uuid, v.description('Id of the item')),
  category: v.pipe(QuartermasterCategory, v.description('Whether someone has the item or needs it')),
  itemName: v.pipe(v.string(), v.description('Name of the item')),
  itemDescription: v.pipe(v.optional(v.string()), v.description('Description of the item')),
  location: v.pipe(v.optional(v.string()), v.description('Where to pick up or bring the item')),
  owner: v.pipe(v.optional(UserHeader), v.description('Owner of the item; absent if hidden')),
  contactUser: v.pipe(v.optional(UserHeader), v.description('Contact for questions about it')),
  hideOwnerName: v.pipe(
    v.boolean(),
    v.description('Whether the owner is hidden; a location or contact is required then'),
  ),
  moderationStatus: ContentModerationStatus,
  lastModificationTime: v.pipe(instant, v.description('When it was last changed')),
});
export type QuartermasterData = v.InferOutput<typeof QuartermasterData>;

/** A page of items. */
export const QuartermasterListData = record('QuartermasterListData', {
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  items: v.pipe(v.array(QuartermasterData), v.description('A page of entries')),
});
export type QuartermasterListData = v.InferOutput<typeof QuartermasterListData>;

/** The content of an item before an edit. */
export const QuartermasterEditLogData = record('QuartermasterEditLogData', {
  itemID: v.pipe(uuid, v.description('Id of the item')),
  ...editLogEntries,
  itemName: v.pipe(v.string(), v.description('Name of the item')),
  itemDescription: v.pipe(v.string(), v.description('Description of the item')),
  location: v.pipe(v.string(), v.description('Where to pick up or bring the item')),
  hideOwnerName: QuartermasterData.entries.hideOwnerName,
});
export type QuartermasterEditLogData = v.InferOutput<typeof QuartermasterEditLogData>;

const maxItems = 10;
const maxDescription = 2048;
/** A username, with or without `@`. */
const maxContact = 51;

const itemEntries = {
  itemName: v.pipe(trimmedLine('itemName', 2, 100), v.description('Name of the item')),
  itemDescription: v.pipe(
    optionalInput(trimmedText('itemDescription', 0, maxDescription)),
    v.description('Description of the item'),
  ),
};

const sharedEntries = {
  category: v.pipe(QuartermasterCategory, v.description('Whether someone has the item or needs it')),
  location: v.pipe(optionalInput(trimmedLine('location', 3, 100)), v.description('Where to pick up or bring the item')),
  contactUsername: v.pipe(
    optionalInput(trimmedLine('contactUsername', 0, maxContact)),
    v.description('Username of the contact for questions about it, with or without a leading `@`'),
  ),
  hideOwnerName: v.pipe(
    optionalInput(v.boolean()),
    v.description('Whether the owner is hidden; a location or contact is required then'),
  ),
};

interface ContactFields {
  readonly location?: string | undefined;
  readonly contactUsername?: string | undefined;
  readonly hideOwnerName?: boolean | undefined;
}

const isOwnerReachable = ({ location, contactUsername = '', hideOwnerName = false }: ContactFields): boolean =>
  !hideOwnerName || location !== undefined || contactUsername !== '';
const unreachableOwnerMessage = 'If you hide your name, enter a location or a contact.';

/** One of several items to create. */
const QuartermasterItemEntry = inputRecord('QuartermasterItemEntry', itemEntries);

/** Items to create, all or none. Fields that an item doesn't have are shared. */
export const QuartermasterCreateData = v.pipe(
  inputRecord('QuartermasterCreateData', {
    ...sharedEntries,
    items: v.pipe(
      list('items', QuartermasterItemEntry, maxItems),
      v.check((items) => items.length > 0, `The items must be 1 to ${maxItems}.`),
      v.description('Items, which share all other fields'),
    ),
  }),
  v.forward(
    v.partialCheck([['location'], ['contactUsername'], ['hideOwnerName']], isOwnerReachable, unreachableOwnerMessage),
    ['hideOwnerName'],
  ),
);
export type QuartermasterCreateData = v.InferOutput<typeof QuartermasterCreateData>;

/** The complete new content of an item. Absent fields are cleared. */
export const QuartermasterContentData = v.pipe(
  inputRecord('QuartermasterContentData', { ...sharedEntries, ...itemEntries }),
  v.forward(
    v.partialCheck([['location'], ['contactUsername'], ['hideOwnerName']], isOwnerReachable, unreachableOwnerMessage),
    ['hideOwnerName'],
  ),
);
export type QuartermasterContentData = v.InferOutput<typeof QuartermasterContentData>;

/** The default number of items on a page. */
export const defaultLimit = 50;
