import { quartermasterApi } from '#features/quartermaster/api.ts';
import type { QuartermasterData } from '#features/quartermaster/records.ts';
import { startTestApp, type User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';

export type Item = Wire<QuartermasterData>;

/** Fields of a request. */
export type Fields = Record<string, unknown>;

/** The service with users who have and need things, and a moderator. */
export async function startAppWithUsers() {
  const app = await startTestApp();
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  return { app, james, heidi, sam, moderator: await app.atLevel('moderator') };
}

/** The parameters of a call on this item. */
export const at = ({ itemID }: Pick<Item, 'itemID'>) => ({ params: { itemID } });

/** Tries to put up items of these names. */
export const tryToOffer = (user: User, names: readonly string[], fields: Fields = {}) =>
  user.call(quartermasterApi.create, {
    body: { category: 'have', items: names.map((itemName) => ({ itemName })), ...fields },
  });

/** Puts up one item. */
export async function offer(user: User, itemName: string, fields: Fields = {}): Promise<Item> {
  const { itemDescription, ...shared } = fields;
  const body = { category: 'have', ...shared, items: [{ itemName, itemDescription }] };
  const [item] = await user.get(quartermasterApi.create, { body });
  if (!item) throw new Error('nothing was put up');
  return item;
}

/** Replaces what an item says. */
export const update = (user: User, item: Pick<Item, 'itemID'>, fields: Fields) =>
  user.call(quartermasterApi.update, { ...at(item), body: { category: 'have', itemName: 'changed', ...fields } });

type Query = Record<string, string | number | boolean>;

/** Names of the items that someone is shown. */
export async function listNames(user: User, query: Query = {}): Promise<string[]> {
  const { items } = await user.get(quartermasterApi.list, { query: { limit: 200, ...query } });
  return items.map(({ itemName }) => itemName);
}
