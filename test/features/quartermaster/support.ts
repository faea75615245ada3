import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { QuartermasterData } from '#features/quartermaster/records.ts';
import { startTestApp, type User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';

export type Item = Wire<QuartermasterData>;

/** Fields of a request. */
export type Fields = Record<string, unknown>;

/** Starts the service with users who have and need items, and a moderator. */
export async function startAppWithUsers() {
  const app = await startTestApp();
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  return { app, james, heidi, sam, moderator: await app.atLevel('moderator') };
}

/** Returns the parameters of a call about this item. */
export const itemParams = ({ itemID }: Pick<Item, 'itemID'>) => ({ params: { itemID } });

/** Tries to add items with these names. */
export const tryToAddItems = (user: User, names: readonly string[], fields: Fields = {}) =>
  user.call(quartermasterApi.create, {
    body: { category: 'have', items: names.map((itemName) => ({ itemName })), ...fields },
  });

/** Adds one item. */
export async function addItem(user: User, itemName: string, fields: Fields = {}): Promise<Item> {
  const { itemDescription, ...shared } = fields;
  const body = { category: 'have', ...shared, items: [{ itemName, itemDescription }] };
  const [item] = await user.get(quartermasterApi.create, { body });
  if (!item) throw new Error('nothing was put up');
  return item;
}

/** Replaces the fields of an item. */
export const updateItem = (user: User, item: Pick<Item, 'itemID'>, fields: Fields) =>
  user.call(quartermasterApi.update, {
    ...itemParams(item),
    body: { category: 'have', itemName: 'changed', ...fields },
  });

type Query = Record<string, string | number | boolean>;

/** Returns the names of the items that a user sees. */
export async function listNames(user: User, query: Query = {}): Promise<string[]> {
  const { items } = await user.get(quartermasterApi.list, { query: { limit: 200, ...query } });
  return items.map(({ itemName }) => itemName);
}
