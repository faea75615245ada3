import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { cacheJson, measureCachedJson } from '#platform/json.ts';
import type { PostMark, PostMarks } from './marks.ts';

/** A page of posts; the records are those of somebody who has made nothing of any of them. */
export interface PostPage<Row, Record> {
  readonly rows: readonly Row[];
  readonly records: Record[];
}

interface OwnPagesOptions<Row, Record> {
  readonly marks: PostMarks;
  readonly present: (context: Context, row: Row, mark: PostMark | undefined) => Record;
}

/**
 * Presents pages of posts with what each viewer has made of them, which is mostly nothing: once for each viewer as long as
 * the page is the very same and they mark nothing.
 */
export function createOwnPages<Row extends { readonly id: number }, Record extends object>({
  marks,
  present,
}: OwnPagesOptions<Row, Record>): (context: Context, caller: Caller, page: PostPage<Row, Record>) => Record[] {
  const cache = createOncePerInstance((context) =>
    createDerivedCache<Record[]>(context.caches, {
      max: 1000,
      maxSize: 4 * 1024 * 1024,
      measure: measureCachedJson,
    }),
  );

  function presentMarked(context: Context, { userID }: Caller, { rows, records }: PostPage<Row, Record>): Record[] {
    const ids = rows.map(({ id }) => id);
    const own = marks.find(context.db, userID, ids);
    return own.size === 0 ? records : cacheJson(rows.map((row) => present(context, row, own.get(row.id))));
  }

  return (context, caller, page) => {
    const [first] = page.rows;
    if (!first) return page.records;
    const basis = [page, marks.getVersion(context, caller.userID)];
    const key = `${caller.userID} ${first.id} ${page.rows.length}`;
    return cache(context).get(key, basis, () => presentMarked(context, caller, page));
  };
}
