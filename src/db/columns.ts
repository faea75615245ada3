import { is } from 'drizzle-orm';
import { customType, integer, SQLiteCustomColumn, text } from 'drizzle-orm/sqlite-core';

/** A UUID in lower case. */
export const id = (name: string) => text(name);
/** An instant, stored as milliseconds since 1970 in UTC. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
/** Yes or no, stored as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: 'boolean' });

/**
 * The file name of a stored picture. The area's `pictures` must list what such a column names, including deleted rows
 * and earlier versions, or `verify` would report the file as unreferenced; `test/features/picture-columns.test.ts`
 * checks this.
 */
export const picture = customType<{ data: string }>({ dataType: () => 'text' });
/** Like `picture`, for several pictures in order, stored as JSON. */
export const pictureList = customType<{ data: readonly string[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: (names) => JSON.stringify(names),
  fromDriver: (stored) => JSON.parse(stored),
});
/** Whether a column was made by `picture` or `pictureList`: no other kind of column is a custom one. */
export const isPictureColumn = (column: unknown): boolean => is(column, SQLiteCustomColumn);
