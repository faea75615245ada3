import { integer, text } from 'drizzle-orm/sqlite-core';

/** A UUID in lower case. */
export const id = (name: string) => text(name);
/** An instant, stored as milliseconds since 1970 in UTC. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
/** Yes or no, stored as 1 or 0. */
export const flag = (name: string) => integer(name, { mode: 'boolean' });
