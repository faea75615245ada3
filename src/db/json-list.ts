import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/** The values of a list that is given as JSON, to be compared by IN: so that one prepared query serves lists of any length. */
export const selectValues = (list: string | Placeholder): SQL => sql`(SELECT value FROM json_each(${list}))`;
