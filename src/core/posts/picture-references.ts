import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { PictureSource } from '#area/pictures.ts';
import { readAll } from '#db/prepared.ts';

/** Lists pictures in public posts and their earlier versions: users may have chosen any of them by name. */
export const createPostPictures =
  (...tables: readonly SQLiteTable[]): PictureSource =>
  ({ db }) =>
    tables.flatMap((table) =>
      readAll<{ name: string }>(
        db,
        sql`SELECT image.value AS name FROM ${table} AS post, json_each(post.images) AS image WHERE post.images IS NOT NULL`,
      ).map(({ name }) => ({ name, files: 'unchecked' as const })),
    );
